-- Where the workspaces are, by name; or one of them, where an id is given.
SELECT workspace_id, workspace, server, epoch, step, target, attempt, fence, step_at, moved_at
FROM oxgraph_directory.entry
WHERE %(workspace_id)s::text IS NULL OR workspace_id = %(workspace_id)s
ORDER BY workspace COLLATE "C";
