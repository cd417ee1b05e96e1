//@ query: everything
//@ summary: All properties of all nodes and relationships of a workspace.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id
CALL (n) {
  RETURN properties(n) AS properties
  UNION ALL
  MATCH (n)-[r]->()
  RETURN properties(r) AS properties
}
RETURN properties
