//@ statement: demo/refund_order
//@ summary: Refund a share of an order; a total that is a text makes the arithmetic fail.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: share FLOAT
//@ param: ticket STRING
//@ yields: node_id STRING
MATCH (o:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
SET o.refunded = o.total * $share, o.last_ticket = $ticket
RETURN o.node_id AS node_id
