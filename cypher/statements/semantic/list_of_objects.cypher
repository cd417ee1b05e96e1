//@ statement: semantic/list_of_objects
//@ summary: The memories whose object is one of some entities, the newest first.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: object_ids LIST<STRING>
//@ param: type STRING
//@ param: predicate STRING
//@ param: status STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: memory STRING
//@ yields: place LIST<STRING>
// `after` is the place of a row: its recorded_at, with the nanoseconds, and its id.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, CASE WHEN $predicate IS NOT NULL THEN oxgraph.predicate_names($workspace_id, $predicate) END AS predicates
UNWIND $object_ids AS object_id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.object_id = object_id
  AND ($visible IS NULL OR m.user_id IN $visible)
  AND m.recorded_at <= datetime($after[0]) AND CASE WHEN m.recorded_at = datetime($after[0]) THEN m.id < $after[1] ELSE true END
  AND ($type IS NULL OR m.type = $type)
  AND (predicates IS NULL OR m.predicate IN predicates)
  AND CASE
    WHEN $known IS NOT NULL THEN m.recorded_at <= $known AND coalesce(m.retired_at > $known, true)
      AND m.status <> 'forgotten' AND m.valid_from <= $valid
      AND $valid < oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known)
      AND ($status IS NULL OR $status = 'any' OR oxgraph.status_at(m, $known) = $status)
    WHEN $status IS NULL THEN m.status = 'active' AND m.valid_from <= $now AND m.valid_to > $now
    ELSE $status = 'any' OR m.status = $status
  END
WITH w, m ORDER BY m.recorded_at DESC, m.id DESC LIMIT $limit
RETURN oxgraph.json(oxgraph.memory_view(m, w, $known)) AS memory,
       [toString(datetime({datetime: m.recorded_at, timezone: 'Z'})), m.id] AS place
ORDER BY m.recorded_at DESC, m.id DESC
