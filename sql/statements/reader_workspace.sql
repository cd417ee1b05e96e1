-- Whether the workspace is in the rows and not deleted; runs as the writer, who sees every row.
SELECT EXISTS (
  SELECT FROM app.workspaces WHERE workspace_id = %(workspace_id)s AND deleted_at IS NULL) AS present
