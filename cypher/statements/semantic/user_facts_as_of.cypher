//@ statement: semantic/user_facts_as_of
//@ summary: A user's facts and preferences that held at one time and were known at another, nearest to a vector, with any of some words, or all.
//@ plan: one
//@ param: workspace_id STRING
//@ param: owners LIST<STRING>
//@ param: subject_id STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: vector LIST<FLOAT>
//@ param: model STRING
//@ param: words LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: fact STRING
//@ yields: category STRING
//@ yields: confidence FLOAT
//@ yields: recorded_at DATETIME
//@ yields: reinforced_at DATETIME
//@ yields: score FLOAT
// One user's memories are few enough to go through: no index knows what was known at an earlier time.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH coalesce(w.embedding_slot, 'embedding') AS slot, w.embedding_model = $model AS comparable
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.predicate IS NOT NULL
  AND m.user_id IN $owners AND m.type IN ['fact', 'preference'] AND m.status <> 'forgotten'
  AND m.recorded_at <= $known AND coalesce(m.retired_at > $known, true) AND m.valid_from <= $valid
  AND $valid < oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known)
WITH m, comparable, CASE slot WHEN 'embedding' THEN m.embedding ELSE m.embedding_alt END AS vector,
     ' ' + oxgraph.name_key(m.content) + ' ' AS text
WITH m, CASE
       WHEN $vector IS NOT NULL THEN CASE WHEN comparable THEN 2 * vector.similarity.cosine(vector, $vector) - 1 END
       WHEN $words IS NOT NULL
         THEN toFloat(size([word IN $words WHERE text CONTAINS ' ' + word + ' '])) / size($words)
     END AS score
WHERE CASE WHEN $vector IS NOT NULL THEN score IS NOT NULL WHEN $words IS NOT NULL THEN score > 0 ELSE true END
RETURN m.id AS id, m.content AS fact, coalesce(m.category, CASE m.type WHEN 'preference' THEN m.type END) AS category,
       m.confidence AS confidence, m.recorded_at AS recorded_at, m.reinforced_at AS reinforced_at, score
ORDER BY score DESC, m.recorded_at DESC, m.id
LIMIT $limit
