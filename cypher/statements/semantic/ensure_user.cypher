//@ statement: semantic/ensure_user
//@ summary: The entity that stands for a user, made when there is none; its id.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: now DATETIME
//@ yields: id STRING
MERGE (e:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', ['user', $user_id])})
ON CREATE SET e:entity, e.created_at = $now, e.node_id = $user_id, e.type = 'user', e.name = $user_id, e.owned = true,
  e.unembedded = true
WITH e, oxgraph.name_key($user_id) AS key
FOREACH (_ IN CASE WHEN key = '' THEN [] ELSE [1] END |
  MERGE (a:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'alias', [key, e.id])})
  ON CREATE SET a:alias, a.created_at = $now, a.key = key, a.text = $user_id, a.grams = oxgraph.grams($user_id),
    a.gram_count = size([gram IN split(oxgraph.grams($user_id), ' ') WHERE gram <> '']), a.canonical = true,
    a.entity_id = e.id, a.origin_id = e.id, a.workspace_term = 'ws' + replace($workspace_id, '-', '')
  MERGE (a)-[:`_mem:names`]->(e)
)
RETURN e.id AS id
