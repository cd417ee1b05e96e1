//@ statement: demo/seed_customers
//@ summary: Write the shop's customers; two with one node_id are refused by the constraint on id.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: now DATETIME
UNWIND $rows AS row
CREATE (c:Customer:_mem:entity {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [row.node_id]), created_at: $now,
  node_id: row.node_id, type: 'Customer', name: row.name, email: row.email, address: row.address
})
