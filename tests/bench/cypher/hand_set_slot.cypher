//@ statement: cypher/hand_set_slot
//@ summary: What a person would send by hand to keep one value, whether it is there already or not.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: value STRING
//@ param: expires_at DATETIME
MERGE (n:_mem:slot {workspace_id: $workspace_id, id: $id})
SET n.user_id = '', n.value = $value, n.expires_at = $expires_at
