//@ statement: token/backup
//@ summary: The tokens of some workspaces, but for logins of the explorer; their hashes, never the tokens themselves.
//@ param: workspace_ids LIST<STRING>
//@ yields: token MAP
MATCH (t:token)
WHERE t:_mem AND t.workspace_id IN $workspace_ids AND t.login_of IS NULL
RETURN t {.*, rev: null} AS token
ORDER BY t.workspace_id, t.created_at, t.id
