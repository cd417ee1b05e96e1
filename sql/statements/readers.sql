-- The readers' logins and the workspace of each.
SELECT r.role_name::text AS role, r.workspace_id, w.name AS workspace, r.created_at
FROM app.readers r LEFT JOIN app.workspaces w ON w.workspace_id = r.workspace_id
ORDER BY w.name, r.created_at
