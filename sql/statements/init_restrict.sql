-- Takes from everybody what would let a reader fill the disk: temporary tables, large objects, tables in the schema public.
-- Only in a database that holds nothing but the mirror, as others' programs may need them; and as far as the login may:
-- temporary tables need the database's owner, large objects a superuser.
DO $$
DECLARE
  found record;
BEGIN
  IF EXISTS (
    SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND (n.nspname NOT IN ('agent_memory', 'app') OR pg_catalog.pg_get_userbyid(c.relowner) <> 'oxgraph_owner')
  ) THEN
    RETURN;
  END IF;
  IF pg_catalog.has_database_privilege('oxgraph_reader', pg_catalog.current_database(), 'TEMP')
     AND EXISTS (SELECT FROM pg_catalog.pg_database
                 WHERE datname = pg_catalog.current_database() AND pg_catalog.pg_has_role(session_user, datdba, 'USAGE'))
  THEN
    EXECUTE pg_catalog.format('GRANT TEMP ON DATABASE %I TO oxgraph_writer', pg_catalog.current_database());
    EXECUTE pg_catalog.format('REVOKE TEMP ON DATABASE %I FROM PUBLIC', pg_catalog.current_database());
  END IF;
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = session_user AND rolsuper) THEN
    RETURN;
  END IF;
  IF pg_catalog.has_schema_privilege('oxgraph_reader', 'public', 'CREATE') THEN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  END IF;
  FOR found IN
    SELECT p.oid::pg_catalog.regprocedure AS name FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace AND p.proname ~ '^lo(_.*|read|write)$'
      AND pg_catalog.has_function_privilege('oxgraph_reader', p.oid, 'EXECUTE')
  LOOP
    EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', found.name);
  END LOOP;
END
$$
