//@ query: expired_slots
//@ summary: Slots of a conversation that are long gone, but were never swept.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: count INTEGER
//@ param: now DATETIME
//@ yields: made INTEGER
UNWIND range(1, $count) AS number
WITH number, $now - duration({hours: 2, seconds: number % 3600}) AS at, 'slot ' + toString(number) AS name
CREATE (n:_mem:slot {
  id: oxgraph.stable_id($workspace_id, 'slot', [$conversation_id, name]), workspace_id: $workspace_id,
  user_id: '', conversation_id: $conversation_id, name: name, value: '1', ttl_seconds: 3600, version: randomUUID(), created_at: at,
  expires_at: at + duration({hours: 1}), key: 'oxa:ws:' + $workspace_id + ':' + $conversation_id + ':' + name})
RETURN count(*) AS made
