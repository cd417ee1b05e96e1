//@ statement: semantic/user_facts
//@ summary: A user's facts and preferences: the active ones that hold now, or with a pattern all that have it in them and are not forgotten.
//@ param: workspace_id STRING
//@ param: owners LIST<STRING>
//@ param: subject_id STRING
//@ param: pattern STRING
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: fact STRING
//@ yields: category STRING
//@ yields: confidence FLOAT
//@ yields: recorded_at DATETIME
//@ yields: reinforced_at DATETIME
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.predicate IS NOT NULL
  AND m.user_id IN $owners AND m.type IN ['fact', 'preference']
  AND CASE WHEN $pattern IS NULL THEN m.status = 'active' AND m.valid_from <= $now < m.valid_to
    ELSE m.status <> 'forgotten' AND oxgraph.normalise(m.content) CONTAINS oxgraph.normalise($pattern) END
RETURN m.id AS id, m.content AS fact, coalesce(m.category, CASE m.type WHEN 'preference' THEN m.type END) AS category,
       m.confidence AS confidence, m.recorded_at AS recorded_at, m.reinforced_at AS reinforced_at
ORDER BY m.recorded_at DESC, m.id
LIMIT $limit
