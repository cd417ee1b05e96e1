//@ statement: conversation/message
//@ summary: One message by its id, or none where there is none; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ yields: message MAP
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
OPTIONAL MATCH (m:_mem:message {workspace_id: $workspace_id, id: $id})<-[:`_mem:has`]-(c:_mem:conversation)
WHERE c.deleted_at IS NULL AND ($visible IS NULL OR m.user_id IN $visible)
RETURN m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .shown_ids, .episode_id} AS message
