//@ query: crowd_messages
//@ summary: One long conversation, as the client would leave it; each vector lies between two of a pool.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: count INTEGER
//@ param: texts LIST<STRING>
//@ param: speakers LIST<STRING>
//@ param: pool LIST<LIST<FLOAT>>
//@ param: model STRING
//@ param: now DATETIME
CREATE (c:_mem:conversation {
  id: oxgraph.stable_id($workspace_id, 'conversation', [$conversation_id]), workspace_id: $workspace_id,
  user_id: '', created_at: $now, conversation_id: $conversation_id, started_at: $now, last_message_at: $now, message_count: $count})
WITH c
UNWIND range(0, $count - 1) AS i
WITH c, i, $pool[i % size($pool)] AS near, $pool[(i / size($pool) + 3 * i) % size($pool)] AS far
CREATE (m:_mem:message {
  id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, conversation_id: $conversation_id,
  role: 'user',
  speaker: $speakers[i % size($speakers)], text: $texts[i % size($texts)] + ' (' + i + ')',
  said_at: $now - duration({minutes: $count - i}), position: i, extraction: 'none', attempts: 0,
  workspace_term: 'ws' + replace($workspace_id, '-', ''), embedding_model: $model,
  embedding: [place IN range(0, size(near) - 1) | 0.8 * near[place] + 0.6 * far[place]]})
CREATE (c)-[:`_mem:has`]->(m)
WITH m ORDER BY m.position
WITH collect(m) AS chain
UNWIND range(0, size(chain) - 2) AS place
WITH chain[place] AS earlier, chain[place + 1] AS later
CREATE (earlier)-[:`_mem:next`]->(later)
