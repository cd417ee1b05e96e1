-- Make the tables of the directory of servers, where they are not there; as the login whose database it is.
CREATE SCHEMA IF NOT EXISTS oxgraph_directory;
CREATE TABLE IF NOT EXISTS oxgraph_directory.main (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  database_id text NOT NULL
);
CREATE TABLE IF NOT EXISTS oxgraph_directory.server (
  name text PRIMARY KEY,
  address text NOT NULL,
  draining boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS oxgraph_directory.entry (
  workspace_id text PRIMARY KEY,
  workspace text NOT NULL,
  server text NOT NULL,
  epoch bigint NOT NULL DEFAULT 1,
  step text,
  target text,
  attempt text,
  fence text,
  step_at timestamptz,
  moved_at timestamptz,
  created_at timestamptz NOT NULL
);
