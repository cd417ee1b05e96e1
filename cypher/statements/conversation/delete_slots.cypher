//@ statement: conversation/delete_slots
//@ summary: Delete a batch of the slots of a conversation's working set.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: conversation_id STRING
//@ param: batch INTEGER
//@ yields: slots INTEGER
MATCH (s:slot) USING INDEX s:slot(workspace_id, user_id, conversation_id, expires_at)
WHERE s.workspace_id = $workspace_id AND s.user_id = $user_id AND s.conversation_id = $conversation_id
  AND s.expires_at IS NOT NULL
WITH s LIMIT $batch
DETACH DELETE s
RETURN count(*) AS slots
