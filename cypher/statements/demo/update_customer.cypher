//@ statement: demo/update_customer
//@ summary: Change a customer's address; no row when there is no such customer.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: address STRING
//@ param: ticket STRING
//@ yields: node_id STRING
MATCH (c:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
SET c.address = $address, c.last_ticket = $ticket
RETURN c.node_id AS node_id
