-- Creates the schemas where they are missing, and grants what the roles need. A schema `app` that somebody else made
-- stays theirs; the mirror owns only its own tables in it.
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
