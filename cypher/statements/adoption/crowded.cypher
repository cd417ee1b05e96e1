//@ statement: adoption/crowded
//@ summary: Which of the entities have more relationships than one transaction should move, or are being moved.
//@ param: element_ids LIST<STRING>
//@ param: limit INTEGER
//@ yields: element_id STRING
CYPHER 25
UNWIND $element_ids AS element_id
MATCH (e:_mem:entity)
WHERE elementId(e) = element_id AND (e.adopted_properties IS NOT NULL AND COUNT { (e)--() } > $limit OR EXISTS {
  MATCH (e)-[:`_mem:stands_for`]->(n), (n)-[r]-(:_mem)
  WHERE type(r) <> '_mem:stands_for' AND (type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL)
})
RETURN element_id
