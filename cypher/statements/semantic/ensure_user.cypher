//@ statement: semantic/ensure_user
//@ summary: The entity that stands for a user, made when there is none; the id of the one that it is now.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: name STRING
//@ param: owner STRING
//@ param: now DATETIME
//@ yields: id STRING
MERGE (e:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', ['user', $user_id])})
ON CREATE SET e:entity, e.created_at = $now, e.node_id = $user_id, e.type = 'user', e.name = $name, e.owned = true,
  e.private_to = CASE WHEN $owner <> '' THEN $owner END, e.unembedded = true
WITH e, oxgraph.name_key($name) AS key
FOREACH (_ IN CASE WHEN key = '' THEN [] ELSE [1] END |
  MERGE (a:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'alias', [key, e.id])})
  ON CREATE SET a:alias, a.created_at = $now, a.key = key, a.text = $name, a.grams = oxgraph.grams($name),
    a.gram_count = size([gram IN split(oxgraph.grams($name), ' ') WHERE gram <> '']), a.canonical = true,
    a.entity_id = e.id, a.origin_id = e.id, 
    a.workspace_term = oxgraph.workspace_term($workspace_id, $owner)
  MERGE (a)-[:`_mem:names`]->(e)
)
WITH e
MATCH (e)-[:`_mem:merged_into`*0..]->(now:_mem:entity)
WHERE now.merged_into IS NULL
RETURN now.id AS id
ORDER BY id
LIMIT 1
