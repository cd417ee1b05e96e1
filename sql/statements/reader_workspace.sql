-- Whether the workspace is in the rows and in use; asked as the writer, who sees all.
SELECT EXISTS (
  SELECT FROM app.workspaces WHERE workspace_id = %(workspace_id)s AND deleted_at IS NULL) AS present
