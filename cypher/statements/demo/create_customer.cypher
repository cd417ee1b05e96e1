//@ statement: demo/create_customer
//@ summary: Make a customer; refused by the constraint on id when there is one of that node_id.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: name STRING
//@ param: email STRING
//@ param: address STRING
//@ param: ticket STRING
//@ param: now DATETIME
//@ yields: node_id STRING
CREATE (c:Customer:_mem:entity {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [$node_id]), created_at: $now,
  node_id: $node_id, type: 'Customer', name: $name, email: $email, address: $address, last_ticket: $ticket
})
RETURN c.node_id AS node_id
