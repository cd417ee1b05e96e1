-- The table for the rows that do not seem to be alike.
CREATE TEMP TABLE IF NOT EXISTS suspects (table_name text, workspace_id text, id uuid)
