//@ statement: adoption/released_by_label
//@ summary: The workspace's adopted nodes and stand-ins of a label (and a connection, if one is given).
//@ param: workspace_id STRING
//@ param: label STRING
//@ param: connection STRING
//@ yields: element_id STRING
//@ yields: degree INTEGER
//@ yields: total INTEGER
CYPHER 25
CALL () {
  MATCH (other:$($label))
  RETURN count(other) AS total
}
MATCH (n:$($label))
CALL (n) {
  WITH n
  WHERE n:_mem AND n:entity AND n.workspace_id = $workspace_id AND n.adopted_properties IS NOT NULL
  RETURN n AS e
  UNION
  MATCH (n)<-[:`_mem:stands_for`]-(s:_mem:entity)
  WHERE s.workspace_id = $workspace_id
  RETURN s AS e
}
WITH e, total
WHERE $connection IS NULL OR e.connection = $connection
RETURN elementId(e) AS element_id, COUNT { (e)--() } AS degree, total
