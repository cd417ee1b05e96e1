//@ query: crowd_messages
//@ summary: One long conversation, as the client would leave it; each vector lies between three of a pool.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: first INTEGER
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
UNWIND range($first, $first + $count - 1) AS i
WITH c, i, i - $first AS position, size($pool) AS size
// Up to size³ no two vectors are the same: an index of many equal vectors would not be searched as one of texts is.
WITH c, i, position, $pool[i % size] AS near, $pool[(i / size + 3 * i) % size] AS far,
     $pool[(i / size / size + 5 * (i / size) + 11 * i) % size] AS third
CREATE (m:_mem:message {
  id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, conversation_id: $conversation_id,
  role: 'user',
  speaker: $speakers[i % size($speakers)], text: $texts[i % size($texts)] + ' (' + i + ')',
  said_at: $now - duration({minutes: $count - position}), position: position, extraction: 'none', attempts: 0,
  workspace_term: 'ws' + replace($workspace_id, '-', ''), embedding_model: $model,
  embedding: [place IN range(0, size(near) - 1) | 0.8 * near[place] + 0.5 * far[place] + 0.33 * third[place]]})
CREATE (c)-[:`_mem:has`]->(m)
WITH m ORDER BY m.position
WITH collect(m) AS chain
UNWIND range(0, size(chain) - 2) AS place
WITH chain[place] AS earlier, chain[place + 1] AS later
CREATE (earlier)-[:`_mem:next`]->(later)
