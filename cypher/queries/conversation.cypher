//@ query: conversation
//@ summary: A conversation from its beginning: its messages, and its episodes in place of summarised messages.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: conversation_id STRING
//@ param: limit INTEGER
//@ yields: at DATETIME
//@ yields: kind STRING
//@ yields: by STRING
//@ yields: text STRING
//@ yields: turns INTEGER
//@ yields: steps STRING
//@ yields: memories INTEGER
//@ yields: id STRING
// `user_id` is the owner, '' of a shared conversation. With raw_retention = verbatim both exist: the messages and the episode that summarises them.
CALL () {
  MATCH (e:episode)
  WHERE e.workspace_id = $workspace_id AND e.user_id = $user_id AND e.conversation_id = $conversation_id
    AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
  RETURN e AS node, e.started_at AS at, 'episode' AS kind, e.summary_source AS by, e.summary AS text,
         e.turn_count AS turns, null AS steps, -1 AS place
  UNION ALL
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position IS NOT NULL
  WITH m ORDER BY m.position LIMIT $limit
  RETURN m AS node, m.said_at AS at, 'message' AS kind, coalesce(m.speaker, m.role) AS by, m.text AS text,
         1 AS turns, m.metadata AS steps, m.position AS place
}
WITH * ORDER BY at, place LIMIT $limit
RETURN at, kind, by, left(text, 300) AS text, turns, steps,
       COUNT { (node)<-[:`_mem:derived_from`]-(:_mem:memory) } AS memories, node.id AS id
ORDER BY at, place
