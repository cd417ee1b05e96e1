//@ statement: conversation/write_messages
//@ summary: Write what was said in a conversation, each where its time belongs, and the actions that were done for it, if the caller's token is still good; no row when it is not. What is there already stays, but may be asked for its extraction.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: agent_id STRING
//@ param: title STRING
//@ param: messages LIST<MAP>
//@ param: actions LIST<MAP>
//@ param: extraction STRING
//@ param: lease DURATION
//@ param: now DATETIME
//@ yields: enabled BOOLEAN
//@ yields: deleting BOOLEAN
//@ yields: fresh LIST<STRING>
//@ yields: actions INTEGER
//@ yields: model STRING
//@ yields: next_model STRING
// The token is checked in the same round trip: a revoked one writes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
// Nothing is read on once the call has deleted tombstones: a plan may look for the workspace among all nodes, and Neo4j
// fails at one that the transaction has deleted.
WITH w LIMIT 1
OPTIONAL CALL (w) {
  WITH w WHERE w.memory_enabled
  CALL oxgraph.write_messages($workspace_id, {id: $id, conversation_id: $conversation_id, user_id: $user_id,
                                              agent_id: $agent_id, title: $title, extraction: $extraction,
                                              lease: $lease}, $messages, $now)
  YIELD deleting, fresh
  RETURN deleting, fresh
}
OPTIONAL CALL (w) {
  WITH w WHERE w.memory_enabled AND size($actions) > 0
  CALL oxgraph.capture_many($workspace_id, $actions, $now) YIELD captured, duplicates
  RETURN captured + duplicates AS actions
}
RETURN w.memory_enabled AS enabled, coalesce(deleting, false) AS deleting, coalesce(fresh, []) AS fresh,
       coalesce(actions, 0) AS actions,
       w.embedding_model AS model, w.next_embedding_model AS next_model
