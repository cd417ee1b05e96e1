-- Takes out the entries of workspaces that were deleted for good.
DELETE FROM app.placements p
WHERE p.workspace_id = ANY (%(ids)s::text[])
  AND NOT EXISTS (SELECT FROM app.workspaces w WHERE w.workspace_id = p.workspace_id)
