//@ statement: erasure/tokens
//@ summary: Revoke the tokens that are bound to some users, and take their ids off them.
//@ param: workspace_id STRING
//@ param: users LIST<STRING>
//@ param: now DATETIME
//@ yields: tokens INTEGER
MATCH (t:token)
WHERE t.workspace_id = $workspace_id AND t.user_id IN $users
SET t.revoked_at = coalesce(t.revoked_at, $now), t.user_id = null
RETURN count(*) AS tokens
