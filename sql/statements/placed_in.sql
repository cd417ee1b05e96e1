-- The workspaces that are in another schema, or whose rows are from a source.
SELECT workspace_id FROM app.placements WHERE source = %(source)s
UNION SELECT workspace_id FROM pg_temp.workspaces
