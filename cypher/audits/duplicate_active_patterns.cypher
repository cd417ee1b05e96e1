//@ audit: duplicate_active_patterns
//@ summary: Pattern keys with two active versions.
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: versions LIST<INTEGER>
MATCH (p:pattern)
WHERE p:_mem AND p.status = 'active'
WITH p.workspace_id AS workspace_id, p.action_type AS action_type, coalesce(p.node_type, '') AS node_type,
     p.error_code AS error_code, coalesce(p.context, '') AS context, collect(p) AS active
WHERE size(active) > 1
RETURN workspace_id, active[0].name AS name, [p IN active | p.version] AS versions
LIMIT 100
