//@ statement: adoption/holders
//@ summary: Which entities have the node_ids already, and which ids are taken.
//@ param: workspace_id STRING
//@ param: label STRING
//@ param: node_ids LIST<STRING>
//@ param: ids LIST<STRING>
//@ param: limit INTEGER
//@ yields: holders LIST<MAP>
//@ yields: taken LIST<STRING>
CYPHER 25
CALL () {
  UNWIND $node_ids AS node_id
  MATCH (e:entity {workspace_id: $workspace_id, node_id: node_id})
  WHERE e:_mem
  RETURN collect({
    node_id: node_id, crowded: COUNT { (e)--() } > $limit, id: e.id, type: e.type, released_from: e.released_from,
    labelled: e:$($label) OR EXISTS { (e)-[:`_mem:stands_for`]->(:$($label)) }
  }) AS holders
}
CALL () {
  UNWIND $ids AS id
  MATCH (m:_mem {workspace_id: $workspace_id, id: id})
  RETURN collect(id) AS taken
}
RETURN holders, taken
