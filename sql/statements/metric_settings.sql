-- How many of a workspace's first sequences are its baseline.
SELECT (settings ->> 'baseline_sequences')::bigint AS baseline_sequences
FROM app.workspaces
WHERE workspace_id = %(workspace_id)s
