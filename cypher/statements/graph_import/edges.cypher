//@ statement: graph_import/edges
//@ summary: Write a batch of a graph's edges as relationships of the domain, each once; nothing while one dangles, unless those are skipped.
//@ param: workspace_id STRING
//@ param: connection STRING
//@ param: rows LIST<MAP>
//@ param: skip_dangling BOOLEAN
//@ yields: created INTEGER
//@ yields: dangling LIST<LIST<ANY>>
// Each dangling one is [its place in rows, from or to].
CYPHER 25
UNWIND $rows AS row
OPTIONAL MATCH (own_a:_mem:entity {workspace_id: $workspace_id, id: row.from_id})
OPTIONAL MATCH (own_b:_mem:entity {workspace_id: $workspace_id, id: row.to_id})
WITH row,
     coalesce(own_a, head(COLLECT {
       MATCH (e:entity {workspace_id: $workspace_id, node_id: row.from}) WHERE e:_mem RETURN e ORDER BY e.id LIMIT 1
     })) AS a,
     coalesce(own_b, head(COLLECT {
       MATCH (e:entity {workspace_id: $workspace_id, node_id: row.to}) WHERE e:_mem RETURN e ORDER BY e.id LIMIT 1
     })) AS b
WITH collect({row: row, a: a, b: b}) AS found
WITH found, [one IN found WHERE one.a IS NULL OR one.b IS NULL
             | [one.row.place, CASE WHEN one.a IS NULL THEN 'from' ELSE 'to' END]] AS dangling
CALL (found, dangling) {
  UNWIND CASE WHEN $skip_dangling OR dangling = [] THEN found ELSE [] END AS one
  WITH one.row AS row, one.a AS a, one.b AS b
  WHERE a IS NOT NULL AND b IS NOT NULL
  SET a:entity // Takes the node's lock, so that two imports of the same edge see each other.
  WITH row, a, b
  WHERE NOT EXISTS { MATCH (a)-[old]->(b) WHERE old.mem_edge_id = row.edge_id }
  CREATE (a)-[r:$(row.type)]->(b)
  SET r = row.properties, r.connection = $connection, r.mem_edge_id = row.edge_id
  RETURN count(r) AS created
}
RETURN created, dangling
