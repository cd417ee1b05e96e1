//@ audit: invalid_nodes
//@ summary: Memory nodes of an unknown kind, without a required property, or with a value that is not allowed; written before the guard refused them. Lists leave out what they cannot read: set the property, or delete the node.
//@ yields: workspace_id STRING
//@ yields: id STRING
//@ yields: fault STRING
MATCH (n:_mem)
WITH n, oxgraph.fault(n) AS fault
WHERE fault IS NOT NULL
RETURN n.workspace_id AS workspace_id, n.id AS id, fault
LIMIT 100
