-- Creates the copier's login in the local server, with the rights of oxgraph_writer and no others.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'oxgraph_mirror') THEN
    CREATE ROLE oxgraph_mirror;
  END IF;
  EXECUTE pg_catalog.format(
    'ALTER ROLE oxgraph_mirror LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
    pg_catalog.current_setting('oxgraph.secret'));
  GRANT oxgraph_writer TO oxgraph_mirror;
END
$$
