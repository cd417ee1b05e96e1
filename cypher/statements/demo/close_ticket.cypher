//@ statement: demo/close_ticket
//@ summary: Close a ticket.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ yields: node_id STRING
MATCH (t:Ticket {workspace_id: $workspace_id, node_id: $node_id})
SET t.status = 'closed'
RETURN t.node_id AS node_id
