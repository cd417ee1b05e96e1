-- The schemas, where they are not there, and what the roles need of the database. A schema `app` of somebody else's
-- stays theirs; ours are the tables that we make in it.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY '{agent_memory,app}'::text[] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = wanted) THEN
      EXECUTE pg_catalog.format('CREATE SCHEMA %I AUTHORIZATION oxgraph_owner', wanted);
    ELSIF NOT pg_catalog.has_schema_privilege('oxgraph_owner', wanted, 'CREATE, USAGE')
          OR NOT pg_catalog.has_schema_privilege('oxgraph_owner', wanted, 'USAGE WITH GRANT OPTION') THEN
      EXECUTE pg_catalog.format('GRANT USAGE, CREATE ON SCHEMA %I TO oxgraph_owner WITH GRANT OPTION', wanted);
    END IF;
  END LOOP;
  FOREACH wanted IN ARRAY '{oxgraph_writer,oxgraph_reader}'::text[] LOOP
    IF NOT pg_catalog.has_database_privilege(wanted, pg_catalog.current_database(), 'CONNECT') THEN
      EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO %I', pg_catalog.current_database(), wanted);
    END IF;
  END LOOP;
  IF NOT pg_catalog.has_database_privilege('oxgraph_writer', pg_catalog.current_database(), 'TEMP') THEN
    EXECUTE pg_catalog.format('GRANT TEMP ON DATABASE %I TO oxgraph_writer', pg_catalog.current_database());
  END IF;
END
$$
