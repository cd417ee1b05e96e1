-- Creates the temporary table of rows that seem to differ.
CREATE TEMP TABLE IF NOT EXISTS suspects (table_name text, workspace_id text, id uuid)
