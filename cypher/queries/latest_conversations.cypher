//@ query: latest_conversations
//@ summary: The latest conversations, with the number of messages and how many are summarised.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: last_message_at DATETIME
//@ yields: title STRING
//@ yields: conversation_id STRING
//@ yields: messages INTEGER
//@ yields: episodes INTEGER
//@ yields: slots INTEGER
//@ yields: started_at DATETIME
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
WITH c ORDER BY c.last_message_at DESC LIMIT $limit
RETURN c.last_message_at AS last_message_at, c.title AS title, c.conversation_id AS conversation_id,
       COUNT { (c)-[:`_mem:has`]->() } AS messages,
       COUNT { (c)<-[:`_mem:summarises`]-(e) WHERE e.deleted_at IS NULL } AS episodes,
       COUNT {
         MATCH (s:slot)
         WHERE s.workspace_id = $workspace_id AND s.user_id = c.user_id AND s.conversation_id = c.conversation_id
           AND s.expires_at > datetime()
       } AS slots,
       c.started_at AS started_at
ORDER BY last_message_at DESC
