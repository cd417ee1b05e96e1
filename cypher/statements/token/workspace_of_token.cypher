//@ statement: token/workspace_of_token
//@ summary: Whose a token is, noting its use; no row for one that is unknown, revoked or expired.
//@ param: token_hash STRING
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: workspace_id STRING
//@ yields: workspace STRING
//@ yields: role STRING
//@ yields: user_id STRING
//@ yields: calls_per_minute INTEGER
//@ yields: login_of STRING
//@ yields: used_before DATETIME
MATCH (t:token {token_hash: $token_hash})
WHERE t:_mem AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $now)
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
WITH t, w, t.last_used_at AS used_before
SET t.last_used_at = $now
RETURN t.id AS id, w.id AS workspace_id, w.name AS workspace, t.role AS role, t.user_id AS user_id,
       t.calls_per_minute AS calls_per_minute, t.login_of AS login_of, used_before
