-- Enters from which source the rows of a workspace are, and whether these are all.
INSERT INTO app.placements (workspace_id, source, complete) VALUES (%(workspace_id)s, %(source)s, %(complete)s)
ON CONFLICT (workspace_id) DO UPDATE SET source = excluded.source, complete = excluded.complete
