//@ statement: demo/seed_products
//@ summary: Write the shop's products.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: now DATETIME
UNWIND $rows AS row
CREATE (p:Product:_mem:entity {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [row.node_id]), created_at: $now,
  node_id: row.node_id, type: 'Product', name: row.name, stock: row.stock
})
