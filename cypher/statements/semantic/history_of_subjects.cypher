//@ statement: semantic/history_of_subjects
//@ summary: All that was ever known of some entities by a predicate (null: by any), in the order of the world.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: subject_ids LIST<STRING>
//@ param: predicate STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: limit INTEGER
//@ yields: memory STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, CASE WHEN $predicate IS NOT NULL THEN oxgraph.predicate_names($workspace_id, $predicate) END AS predicates
UNWIND $subject_ids AS subject_id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = subject_id
  AND m.predicate IS NOT NULL AND (predicates IS NULL OR m.predicate IN predicates)
  AND ($visible IS NULL OR m.user_id IN $visible)
  AND ($known IS NULL OR m.recorded_at <= $known AND coalesce(m.retired_at > $known, true) AND m.status <> 'forgotten')
  AND ($valid IS NULL OR m.valid_from <= $valid AND $valid < CASE WHEN $known IS NULL THEN m.valid_to
    ELSE oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known) END)
WITH w, m ORDER BY m.valid_from, m.recorded_at, m.id LIMIT $limit
RETURN oxgraph.json(oxgraph.memory_view(m, w, $known)) AS memory
ORDER BY m.valid_from, m.recorded_at, m.id
