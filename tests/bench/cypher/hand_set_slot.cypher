//@ statement: cypher/hand_set_slot
//@ summary: What a person would send by hand to keep one value, whether it is there already or not.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: value STRING
//@ param: expires_at DATETIME
MERGE (n:_mem:slot {workspace_id: $workspace_id, id: $id})
ON CREATE SET n.user_id = '', n.conversation_id = 'talk', n.name = $id, n.key = $id, n.version = $id, n.ttl_seconds = 3600
SET n.value = $value, n.expires_at = $expires_at
