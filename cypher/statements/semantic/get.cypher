//@ statement: semantic/get
//@ summary: Read a memory whatever its status, or with `known` only if it was known and held then; it counts as no access.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ yields: memory STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
MATCH (m:_mem:memory {workspace_id: $workspace_id, id: $id})
WHERE ($visible IS NULL OR m.user_id IN $visible) AND ($known IS NULL OR (m.recorded_at <= $known AND coalesce(m.retired_at > $known, true)
  AND m.status <> 'forgotten' AND m.valid_from <= $valid
  AND $valid < oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known)))
RETURN oxgraph.json(oxgraph.memory_view(m, w, $known)) AS memory
