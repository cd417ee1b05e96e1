//@ statement: demo/order_product
//@ summary: Order a quantity of a product from its maker, for a ticket; there is always more.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: quantity INTEGER
//@ param: ticket STRING
//@ yields: node_id STRING
MATCH (p:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
SET p.ordered = coalesce(p.ordered, 0) + $quantity, p.last_ticket = $ticket
RETURN p.node_id AS node_id
