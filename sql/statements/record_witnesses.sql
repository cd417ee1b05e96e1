-- Remembers the last changes of a page instead of those of the page before.
WITH former AS (DELETE FROM app.witnesses)
INSERT INTO app.witnesses (workspace_id, id, rev)
SELECT workspace_id, id, rev
FROM jsonb_to_recordset(%(rows)s::jsonb) AS changed(workspace_id text, id text, rev bigint)
