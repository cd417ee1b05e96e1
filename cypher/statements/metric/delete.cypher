//@ statement: metric/delete
//@ summary: Delete a custom metric with its benchmarks; a built-in one is only switched off, and keeps them.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: deleted BOOLEAN
MATCH (m:_mem:metric {workspace_id: $workspace_id, id: $id})
WITH m, m.built_in AS built_in
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: m.id, subject_kind: 'metric',
                          inputs: $inputs, rule: CASE WHEN built_in THEN 'deactivate' ELSE 'delete' END,
                          from_status: CASE WHEN m.active THEN 'active' ELSE 'inactive' END,
                          to_status: CASE WHEN built_in THEN 'inactive' ELSE 'deleted' END})
WITH m, built_in
OPTIONAL MATCH (b:_mem:benchmark)
WHERE NOT built_in AND b.workspace_id = $workspace_id AND b.metric_id = $id AND b.date IS NOT NULL
WITH m, built_in, collect(b) AS benchmarks
FOREACH (b IN benchmarks | DETACH DELETE b)
FOREACH (_ IN CASE WHEN built_in THEN [1] ELSE [] END | SET m.active = false)
FOREACH (_ IN CASE WHEN built_in THEN [] ELSE [1] END | DETACH DELETE m)
RETURN NOT built_in AS deleted
