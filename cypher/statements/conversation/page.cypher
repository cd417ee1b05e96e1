//@ statement: conversation/page
//@ summary: Messages of a conversation in their order, behind one of them or from a position on; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ param: after STRING
//@ param: position INTEGER
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: found BOOLEAN
//@ yields: messages STRING
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
CALL oxgraph.conversation_page($workspace_id, {id: $id, shared_id: $shared_id},
                              {after: $after, position: $position, limit: $limit}, $now) YIELD found, messages
RETURN found, oxgraph.json(messages) AS messages
