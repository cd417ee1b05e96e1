//@ statement: conversation/turns
//@ summary: How far messages of a conversation are, who speaks in it, and what was said right before the first of them.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: conversation_id STRING
//@ param: ids LIST<STRING>
//@ param: before INTEGER
//@ yields: states LIST<MAP>
//@ yields: speakers LIST<STRING>
//@ yields: earlier LIST<MAP>
CALL () {
  UNWIND $ids AS id
  MATCH (m:_mem:message {workspace_id: $workspace_id, id: id})
  WITH m ORDER BY m.position
  RETURN collect(m {.id, .extraction, .attempts, .written_before}) AS states, min(m.position) AS first, max(m.position) AS last
}
CALL (first, last) {
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position >= first - 50 AND m.position <= last AND m.role = 'user'
  RETURN collect(DISTINCT m.speaker) AS speakers
}
CALL (first) {
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position >= first - $before AND m.position < first
  WITH m ORDER BY m.position
  RETURN collect(m {.id, .role, .speaker, .text, .said_at}) AS earlier
}
RETURN states, speakers, earlier
