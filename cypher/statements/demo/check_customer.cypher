//@ statement: demo/check_customer
//@ summary: Whether there is a customer of that node_id.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ yields: present BOOLEAN
OPTIONAL MATCH (c:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
RETURN c IS NOT NULL AS present
