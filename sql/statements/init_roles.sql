-- Creates the mirror's three roles where they are missing. Roles belong to the whole cluster, so the init of another
-- database may create them at the same time. Refuses a role that has more rights than it should.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY '{oxgraph_owner,oxgraph_writer,oxgraph_reader}'::text[] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
    IF EXISTS (SELECT FROM pg_catalog.pg_roles
               WHERE rolname = wanted AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcanlogin)) THEN
      RAISE insufficient_privilege USING MESSAGE = pg_catalog.format(
        'the role %s may log in, make roles or pass by row security; ALTER ROLE %1$I NOLOGIN NOSUPERUSER NOCREATEROLE NOBYPASSRLS', wanted);
    END IF;
  END LOOP;
END
$$
