//@ statement: evaluation/record
//@ summary: Keep a run of a kind (recall, warnings); with the last one of that kind on the same set, if there is one.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: kind STRING
//@ param: name STRING
//@ param: questions INTEGER
//@ param: turns INTEGER
//@ param: model STRING
//@ param: metrics STRING
//@ param: settings STRING
//@ param: version STRING
//@ param: now DATETIME
//@ yields: before STRING
CALL () {
  OPTIONAL MATCH (last:evaluation)
  WHERE last.workspace_id = $workspace_id AND last.at IS NOT NULL AND last.kind = $kind AND last.name = $name
  RETURN last.id AS before
  ORDER BY last.at DESC, last.id
  LIMIT 1
}
CREATE (:_mem:evaluation {workspace_id: $workspace_id, id: $id, created_at: $now, kind: $kind, name: $name, at: $now,
                          questions: $questions, turns: $turns, model: $model, metrics: $metrics,
                          settings: $settings, version: $version})
RETURN before
