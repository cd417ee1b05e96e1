//@ statement: demo/seed_orders
//@ summary: Write the shop's orders with who placed them; total is a number, or the text that an old system left.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: now DATETIME
UNWIND $rows AS row
MATCH (c:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [row.customer])})
CREATE (o:Order:_mem:entity {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [row.node_id]), created_at: $now,
  node_id: row.node_id, type: 'Order', name: row.name, total: row.total
})
CREATE (c)-[:PLACED]->(o)
