-- Makes a login that may read; {role} and {verifier} (SCRAM, so that no log has the password) are quoted by psycopg.
CREATE ROLE {role} LOGIN PASSWORD {verifier} CONNECTION LIMIT 10
  NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS IN ROLE oxgraph_reader
