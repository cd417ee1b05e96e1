//@ statement: cypher/expired_slots
//@ summary: Slots of a conversation that are long gone, but were never swept.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: numbers LIST<INTEGER>
//@ param: now DATETIME
UNWIND $numbers AS number
CREATE (:_mem:slot {
  id: oxgraph.stable_id($workspace_id, 'slot', [$conversation_id, toString(number)]), workspace_id: $workspace_id,
  user_id: '', conversation_id: $conversation_id, name: toString(number), value: '1', ttl_seconds: 1, version: randomUUID(),
  key: 'oxa:ws:' + $workspace_id + ':' + $conversation_id + ':' + toString(number), created_at: $now, expires_at: $now - duration({hours: 1})})
