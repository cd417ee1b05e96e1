//@ query: crowd_memories
//@ summary: Many memories at once, as the plugin would leave them; each vector lies between two of a pool. A question of every eighth.
//@ param: workspace_id STRING
//@ param: first INTEGER
//@ param: last INTEGER
//@ param: contents LIST<STRING>
//@ param: questions LIST<STRING>
//@ param: predicates LIST<STRING>
//@ param: people LIST<STRING>
//@ param: pool LIST<LIST<FLOAT>>
//@ param: model STRING
//@ param: now DATETIME
UNWIND range($first, $last) AS i
WITH i, $pool[i % size($pool)] AS near, $pool[(i / size($pool) + 7 * i) % size($pool)] AS far,
     datetime('9999-12-31T00:00:00Z') AS open, 'ws' + replace($workspace_id, '-', '') AS term
WITH i, open, term, [place IN range(0, size(near) - 1) | 0.8 * near[place] + 0.6 * far[place]] AS vector
MATCH (s:_mem {workspace_id: $workspace_id, id: $people[i % size($people)]})
MATCH (o:_mem {workspace_id: $workspace_id, id: $people[(i / 3 + 1) % size($people)]})
CREATE (m:_mem:memory:fact {
  id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, type: 'fact', status: 'active',
  policy: 'freshness',
  content: $contents[i % size($contents)] + ' (' + i + ')', content_hash: 'crowd ' + i,
  subject_id: s.id, object_id: o.id, predicate: $predicates[i % size($predicates)], keywords: [],
  confidence: 0.5 + 0.05 * (i % 11), repetitions: 1, rank_weight: 1.0,
  valid_from: $now - duration({hours: i % 5000}), valid_to: open, stated_valid_to: open, valid_to_history: [open],
  valid_to_known_at: [$now], stated_at: $now, last_stated_at: $now, recorded_at: $now, last_accessed_at: $now,
  reinforced_at: $now, access_count: 0, source: 'caller', evidence: ['crowd ' + i], workspace_term: term,
  embedding: vector, embedding_model: $model})
CREATE (m)-[:`_mem:subject`]->(s)
CREATE (m)-[:`_mem:object`]->(o)
FOREACH (_ IN CASE WHEN i % 8 = 0 AND size($questions) > 0 THEN [1] ELSE [] END |
  CREATE (m)<-[:`_mem:asks`]-(:_mem:question {
    id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, text: $questions[i % size($questions)],
    memory_id: m.id, source: 'rules', workspace_term: term, embedding: vector, embedding_model: $model}))
