//@ statement: slot/set
//@ summary: Set a slot, if the caller's token is still good and the workspace not deleted; no row when it is not.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: name STRING
//@ param: value STRING
//@ param: ttl_seconds INTEGER
//@ param: version STRING
//@ param: now DATETIME
//@ yields: expires_at DATETIME
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL AND oxgraph.token_valid($workspace_id, $token_hash)
WITH coalesce($ttl_seconds, w.slot_seconds, 3600) AS ttl
MERGE (n:_mem:slot {workspace_id: $workspace_id, id: $id})
  ON CREATE SET n.created_at = $now, n.user_id = $user_id, n.conversation_id = $conversation_id,
                n.name = $name, n.key = 'oxa:ws:' + $workspace_id + ':' + $conversation_id + ':' + $name
                  + CASE $user_id WHEN '' THEN '' ELSE ':user:' + $user_id END
// A new version: what was read of the one before does not keep this one.
SET n.value = $value, n.ttl_seconds = ttl, n.expires_at = $now + duration({seconds: ttl}), n.version = $version
RETURN n.expires_at AS expires_at
