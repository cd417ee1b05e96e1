//@ statement: token/workspace_of_token
//@ summary: Whose a token is, noting its use; no row for one that is unknown or revoked.
//@ param: token_hash STRING
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: workspace STRING
//@ yields: role STRING
//@ yields: user_id STRING
MATCH (t:token {token_hash: $token_hash})
WHERE t:_mem AND t.revoked_at IS NULL
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
SET t.last_used_at = $now
RETURN w.id AS workspace_id, w.name AS workspace, t.role AS role, t.user_id AS user_id
