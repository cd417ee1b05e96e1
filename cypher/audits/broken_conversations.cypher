//@ audit: broken_conversations
//@ summary: Messages without a conversation, with a wrong position, or not linked to the next message.
//@ yields: workspace_id STRING
//@ yields: message_id STRING
//@ yields: conversation BOOLEAN
//@ yields: after INTEGER
//@ yields: before INTEGER
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (m:_mem:message)
  WHERE m.workspace_id = w.id AND m.user_id IS NOT NULL AND m.conversation_id IS NOT NULL AND m.position IS NOT NULL
    AND NOT EXISTS { (m)<-[:`_mem:has`]-(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
  RETURN m, COUNT { (m)-[:`_mem:next`]->() } AS after, COUNT { (m)<-[:`_mem:next`]-() } AS before,
         EXISTS { (m)<-[:`_mem:has`]-(:_mem:conversation) } AS conversation
}
WITH w, m, after, before, conversation
WHERE NOT conversation OR after > 1 OR before > 1
   OR EXISTS { (m)-[:`_mem:next`]->(next:_mem:message) WHERE next.position <= m.position OR next.said_at < m.said_at }
   OR after = 0 AND EXISTS {
     MATCH (later:message)
     WHERE later.workspace_id = m.workspace_id AND later.conversation_id = m.conversation_id
       AND later.user_id = m.user_id AND later.position > m.position
   }
RETURN w.id AS workspace_id, m.id AS message_id, conversation, after, before
LIMIT 100
