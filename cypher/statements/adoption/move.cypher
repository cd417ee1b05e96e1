//@ statement: adoption/move
//@ summary: Move a batch of our relationships from a node that was given back to the entity that stands in for it.
//@ param: element_id STRING
//@ param: batch INTEGER
//@ yields: moved INTEGER
CYPHER 25
MATCH (b:_mem:entity)-[:`_mem:stands_for`]->(e)
WHERE elementId(b) = $element_id
CALL (b, e) {
  MATCH (e)<-[r]-(m)
  WHERE type(r) <> '_mem:stands_for' AND (type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL)
  WITH b, r, m
  LIMIT $batch
  CREATE (b)<-[copy:$(type(r))]-(m)
  SET copy = properties(r)
  DELETE r
  RETURN count(*) AS moved
  UNION ALL
  MATCH (e)-[r]->(m)
  WHERE type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL
  WITH b, r, m
  LIMIT $batch
  CREATE (b)-[copy:$(type(r))]->(m)
  SET copy = properties(r)
  DELETE r
  RETURN count(*) AS moved
}
RETURN sum(moved) AS moved
