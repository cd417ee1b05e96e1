-- Creates a reader's login. psycopg quotes {role} and {verifier} (SCRAM, so that no log holds the password).
CREATE ROLE {role} LOGIN PASSWORD {verifier} CONNECTION LIMIT 10
  NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS IN ROLE oxgraph_reader
