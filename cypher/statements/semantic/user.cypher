//@ statement: semantic/user
//@ summary: The entity that stands for a user, as the one that it is now; no row when there is none.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ yields: id STRING
MATCH (e:entity)
WHERE e.workspace_id = $workspace_id AND e.node_id = $user_id
MATCH (e)-[:`_mem:merged_into`*0..]->(now:_mem:entity)
WHERE now.merged_into IS NULL AND now.deleted_at IS NULL
RETURN DISTINCT now.id AS id
ORDER BY id
LIMIT 1
