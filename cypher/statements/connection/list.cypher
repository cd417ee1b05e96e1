//@ statement: connection/list
//@ summary: What came from each source: entities and edges, the first and the last entity.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: entities INTEGER
//@ yields: edges INTEGER
//@ yields: first DATETIME
//@ yields: last DATETIME
CYPHER 25
CALL () {
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.connection IS NOT NULL AND e:_mem
  RETURN e.connection AS name, count(*) AS entities, 0 AS edges, min(e.created_at) AS first, max(e.created_at) AS last
  UNION ALL
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id IS NOT NULL AND e:_mem
  MATCH (e)-[r]->()
  WHERE r.mem_edge_id IS NOT NULL AND r.connection IS NOT NULL
  RETURN r.connection AS name, 0 AS entities, count(*) AS edges, null AS first, null AS last
}
RETURN name, sum(entities) AS entities, sum(edges) AS edges, min(first) AS first, max(last) AS last
ORDER BY name
