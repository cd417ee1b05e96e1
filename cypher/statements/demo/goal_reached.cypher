//@ statement: demo/goal_reached
//@ summary: Whether a ticket has left its mark on the node that it was about, and was closed.
//@ param: workspace_id STRING
//@ param: ticket STRING
//@ yields: reached BOOLEAN
OPTIONAL MATCH (t:Ticket {workspace_id: $workspace_id, node_id: $ticket, status: 'closed'})
RETURN t IS NOT NULL AND EXISTS {
  MATCH (n:_mem:entity) WHERE n.workspace_id = $workspace_id AND n.last_ticket = $ticket AND n.node_id IS NOT NULL
} AS reached
