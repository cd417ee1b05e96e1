//@ audit: cross_workspace
//@ summary: Relationships between memory nodes of two workspaces.
//@ yields: workspace_id STRING
//@ yields: other_workspace_id STRING
//@ yields: type STRING
//@ yields: id STRING
MATCH (n:_mem)-[r]->(other)
WHERE other.workspace_id IS NOT NULL AND other.workspace_id <> n.workspace_id
RETURN n.workspace_id AS workspace_id, other.workspace_id AS other_workspace_id, type(r) AS type, n.id AS id
LIMIT 100
