//@ statement: demo/reserve_product
//@ summary: Take a quantity of a product out of the stock; no row when there is not enough of it.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: quantity INTEGER
//@ param: ticket STRING
//@ yields: node_id STRING
MATCH (p:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
WHERE p.stock >= $quantity
SET p.stock = p.stock - $quantity, p.last_ticket = $ticket
RETURN p.node_id AS node_id
