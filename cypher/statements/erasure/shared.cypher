//@ statement: erasure/shared
//@ summary: Which of these names another entity bears too.
//@ param: workspace_id STRING
//@ param: names LIST<STRING>
//@ param: ids LIST<STRING>
//@ yields: names LIST<STRING>
UNWIND $names AS name
CALL (name) {
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key(name) AND NOT a.entity_id IN $ids
  RETURN a LIMIT 1
}
RETURN collect(name) AS names
