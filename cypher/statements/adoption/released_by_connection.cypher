//@ statement: adoption/released_by_connection
//@ summary: The entities of a connection, adopted or owned.
//@ param: workspace_id STRING
//@ param: connection STRING
//@ yields: element_id STRING
//@ yields: degree INTEGER
//@ yields: total INTEGER
CALL () {
  MATCH (other:entity {workspace_id: $workspace_id, connection: $connection})
  RETURN count(other) AS total
}
MATCH (e:entity {workspace_id: $workspace_id, connection: $connection})
WHERE e:_mem
RETURN elementId(e) AS element_id, COUNT { (e)--() } AS degree, total
