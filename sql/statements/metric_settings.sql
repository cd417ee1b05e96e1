-- The workspace's setting for the number of baseline sequences.
SELECT (settings ->> 'baseline_sequences')::bigint AS baseline_sequences
FROM app.workspaces
WHERE workspace_id = %(workspace_id)s
