//@ statement: demo/seed_tickets
//@ summary: Write the shop's open tickets: what somebody asks for, in the words they have for it.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: now DATETIME
UNWIND $rows AS row
CREATE (t:Ticket:_mem:entity {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [row.node_id]), created_at: $now,
  node_id: row.node_id, type: 'Ticket', name: row.name, status: 'open'
})
SET t += row.request
