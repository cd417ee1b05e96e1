-- The temporary table that a page is copied into; emptied at the end of the transaction.
CREATE TEMP TABLE IF NOT EXISTS incoming (
  rev bigint NOT NULL,
  workspace_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  deleted boolean NOT NULL,
  document jsonb
) ON COMMIT DELETE ROWS
