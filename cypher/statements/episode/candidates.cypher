//@ statement: episode/candidates
//@ summary: The oldest messages of a conversation that may be summed up now, and how many old ones still wait for their extraction.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: retain_last INTEGER
//@ param: before DATETIME
//@ param: batch INTEGER
//@ yields: memory_enabled BOOLEAN
//@ yields: found BOOLEAN
//@ yields: waiting INTEGER
//@ yields: turns LIST<MAP>
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id,
                                     id: oxgraph.stable_id($workspace_id, 'conversation', [$conversation_id])})
WHERE c.deleted_at IS NULL
// The latest message that is not among those to retain.
CALL (c) {
  MATCH (m:message)
  WHERE c IS NOT NULL AND m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id
    AND m.position IS NOT NULL
  WITH m ORDER BY m.position DESC SKIP $retain_last LIMIT 1
  // Not max(): over sorted rows Neo4j plans it so that, where there are none, c is lost too.
  RETURN head(collect(m.position)) AS last
}
CALL (last) {
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id AND m.position <= last
    AND m.said_at < $before AND m.episode_id IS NULL AND m.extraction = 'pending'
  RETURN min(m.position) AS first_waiting, count(m) AS waiting
}
CALL (last, first_waiting) {
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id AND m.position <= last
    AND m.said_at < $before AND m.episode_id IS NULL AND (first_waiting IS NULL OR m.position < first_waiting)
  WITH m ORDER BY m.position LIMIT $batch
  RETURN collect(m {.id, .role, .speaker, .text, .said_at}) AS turns
}
RETURN w.memory_enabled AS memory_enabled, c IS NOT NULL AS found, waiting, turns
