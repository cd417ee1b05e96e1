//@ statement: erasure/shared
//@ summary: Which of these names another entity bears too, of those that stay when the users go.
//@ param: workspace_id STRING
//@ param: names LIST<STRING>
//@ param: ids LIST<STRING>
//@ param: users LIST<STRING>
//@ yields: names LIST<STRING>
UNWIND $names AS name
CALL (name) {
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key(name) AND NOT a.entity_id IN $ids
  // Not that of a statement of the user's own: "The user's name is Ada." names an entity Ada, which goes too.
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id})
  WHERE NOT coalesce(e.private_to IN $users, false)
  RETURN a LIMIT 1
}
RETURN collect(name) AS names
