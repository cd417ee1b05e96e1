//@ statement: pattern/current
//@ summary: The active version of a pattern that is given by the id of any of its versions. No row without one.
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ yields: pattern_id STRING
MATCH (given:_mem:pattern {workspace_id: $workspace_id, id: $pattern_id})
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type = given.action_type
  AND coalesce(p.node_type, '') = coalesce(given.node_type, '') AND p.error_code = given.error_code
  AND coalesce(p.context, '') = coalesce(given.context, '')
RETURN p.id AS pattern_id
