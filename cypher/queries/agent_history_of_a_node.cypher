//@ query: agent_history_of_a_node
//@ summary: The actions of agents on a domain node, newest first: one hop.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ param: limit INTEGER
//@ yields: node NODE
//@ yields: reference RELATIONSHIP
//@ yields: action NODE
MATCH (node:entity {workspace_id: $workspace_id, node_id: $node_id})<-[reference:`_mem:references`]-(action:_mem:action)
RETURN node, reference, action
ORDER BY action.started_at DESC
LIMIT $limit
