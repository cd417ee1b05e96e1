//@ query: messages
//@ summary: The messages of a workspace, or of one conversation of it, in their order.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ yields: properties MAP
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.conversation_id = coalesce($conversation_id, m.conversation_id)
RETURN properties(m) AS properties
ORDER BY m.conversation_id, m.position
