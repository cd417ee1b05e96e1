//@ statement: semantic/user_facts_by_words
//@ summary: A user's active facts and preferences that hold now and have any of some words; score is the share of the words that a fact has.
//@ param: workspace_id STRING
//@ param: owners LIST<STRING>
//@ param: subject_id STRING
//@ param: words LIST<STRING>
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: fact STRING
//@ yields: category STRING
//@ yields: confidence FLOAT
//@ yields: recorded_at DATETIME
//@ yields: reinforced_at DATETIME
//@ yields: score FLOAT
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.predicate IS NOT NULL
  AND m.user_id IN $owners
  AND m.type IN ['fact', 'preference'] AND m.status = 'active' AND m.valid_from <= $now < m.valid_to
WITH m, ' ' + oxgraph.name_key(m.content) + ' ' AS text
WITH m, size([word IN $words WHERE text CONTAINS ' ' + word + ' ']) AS hits
WHERE hits > 0
RETURN m.id AS id, m.content AS fact, coalesce(m.category, CASE m.type WHEN 'preference' THEN m.type END) AS category,
       m.confidence AS confidence, m.recorded_at AS recorded_at, m.reinforced_at AS reinforced_at, toFloat(hits) / size($words) AS score
ORDER BY score DESC, m.recorded_at DESC, m.id
LIMIT $limit
