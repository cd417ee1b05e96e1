//@ statement: demo/read_ticket
//@ summary: What a ticket asks for.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ yields: request MAP
MATCH (t:Ticket {workspace_id: $workspace_id, node_id: $node_id})
RETURN t {.kind, .reference, .email, .customer_name, .address, .share, .quantity} AS request
