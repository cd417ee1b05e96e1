//@ statement: episode/candidates
//@ summary: The oldest messages of a conversation that no episode sums up and that are old enough, and how many such still wait for their extraction.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: retain_last INTEGER
//@ param: before DATETIME
//@ param: batch INTEGER
//@ yields: memory_enabled BOOLEAN
//@ yields: found BOOLEAN
//@ yields: waiting INTEGER
//@ yields: turns LIST<MAP>
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE c.deleted_at IS NULL
// The latest message that is not among those to retain; in the order of the index, so that no more are read.
CALL (c) {
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, user_id, conversation_id, position)
  WHERE c IS NOT NULL AND m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position IS NOT NULL
  WITH m ORDER BY m.workspace_id DESC, m.user_id DESC, m.conversation_id DESC, m.position DESC SKIP $retain_last LIMIT 1
  // Not max(): over sorted rows Neo4j plans it so that, where there are none, c is lost too.
  RETURN head(collect(m.position)) AS last
}
CALL (last) {
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, extraction, next_attempt_at)
  WHERE m.workspace_id = $workspace_id AND m.extraction = 'pending' AND m.next_attempt_at IS NOT NULL
    AND m.user_id = $user_id AND m.conversation_id = $conversation_id AND m.position <= last
    AND m.said_at < $before AND m.episode_id IS NULL
  RETURN count(m) AS waiting
}
CALL (last) {
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position <= last AND m.said_at < $before AND m.episode_id IS NULL
  WITH m ORDER BY m.workspace_id, m.user_id, m.conversation_id, m.position LIMIT $batch
  RETURN collect(m {.id, .role, .speaker, .text, .said_at, .extraction}) AS turns
}
RETURN w.memory_enabled AS memory_enabled, c IS NOT NULL AS found, waiting, turns
