-- Remembers the last changes of a source's page instead of those of the page before.
WITH former AS (DELETE FROM app.witnesses WHERE source = %(source)s)
INSERT INTO app.witnesses (source, workspace_id, id, rev)
SELECT %(source)s, workspace_id, id, rev
FROM jsonb_to_recordset(%(rows)s::jsonb) AS changed(workspace_id text, id text, rev bigint)
