//@ query: messages_to_summarise
//@ summary: Conversations with messages older than some days that no episode summarises; most messages first.
//@ param: workspace_id STRING
//@ param: days INTEGER
//@ param: limit INTEGER
//@ yields: conversation_id STRING
//@ yields: old_turns INTEGER
//@ yields: waiting INTEGER
//@ yields: oldest DATETIME
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
CALL (c) {
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.user_id = c.user_id AND m.conversation_id = c.conversation_id
    AND m.said_at < datetime() - duration({days: $days}) AND m.episode_id IS NULL
  RETURN count(m) AS old_turns, min(m.said_at) AS oldest,
         count(CASE WHEN m.extraction = 'pending' THEN 1 END) AS waiting
}
WITH c, old_turns, waiting, oldest WHERE old_turns > 0
RETURN c.conversation_id AS conversation_id, old_turns, waiting, oldest
ORDER BY old_turns DESC
LIMIT $limit
