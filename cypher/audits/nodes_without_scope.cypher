//@ audit: nodes_without_scope
//@ summary: Memory nodes without workspace_id, id or rev; they were written while the plugin's guard was off.
//@ yields: labels LIST<STRING>
//@ yields: workspace_id STRING
//@ yields: id STRING
MATCH (n:_mem)
WHERE n.workspace_id IS NULL OR n.id IS NULL OR n.rev IS NULL
RETURN labels(n) AS labels, n.workspace_id AS workspace_id, n.id AS id
LIMIT 100
