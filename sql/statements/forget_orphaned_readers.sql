-- Takes the mapping from readers whose workspace is not in the rows any more, as after a rebuild.
DELETE FROM app.readers r
WHERE NOT EXISTS (SELECT FROM app.workspaces w WHERE w.workspace_id = r.workspace_id)
RETURNING r.role_name
