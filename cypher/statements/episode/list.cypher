//@ statement: episode/list
//@ summary: Episodes of a conversation, or of all, the latest first, behind one of them or before a time.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: conversation_id STRING
//@ param: before DATETIME
//@ param: after STRING
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: user_id STRING
//@ yields: conversation_id STRING
//@ yields: summary STRING
//@ yields: summary_source STRING
//@ yields: turn_count INTEGER
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: source_message_ids LIST<STRING>
CALL () {
  WITH 1 AS one WHERE $visible IS NULL
  MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, ended_at)
  WHERE e.workspace_id = $workspace_id AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
    AND e.ended_at <= $before
    AND CASE WHEN e.ended_at = $before THEN e.id > $after ELSE true END AND e.deleted_at IS NULL
    AND NOT EXISTS { (e)-[:`_mem:summarises`]->(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
  RETURN e ORDER BY e.workspace_id DESC, e.ended_at DESC, e.id LIMIT $limit
  UNION ALL
  UNWIND coalesce($visible, []) AS owner
  CALL (owner) {
    MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, user_id, conversation_id, ended_at)
    WHERE $conversation_id IS NOT NULL AND e.workspace_id = $workspace_id AND e.user_id = owner
      AND e.conversation_id = $conversation_id AND e.ended_at <= $before
      AND CASE WHEN e.ended_at = $before THEN e.id > $after ELSE true END AND e.deleted_at IS NULL
      AND NOT EXISTS { (e)-[:`_mem:summarises`]->(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
    RETURN e
    ORDER BY e.workspace_id DESC, e.user_id DESC, e.conversation_id DESC, e.ended_at DESC, e.id LIMIT $limit
    UNION ALL
    MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, user_id, ended_at)
    WHERE $conversation_id IS NULL AND e.workspace_id = $workspace_id AND e.user_id = owner AND e.ended_at <= $before
      AND CASE WHEN e.ended_at = $before THEN e.id > $after ELSE true END AND e.deleted_at IS NULL
      AND NOT EXISTS { (e)-[:`_mem:summarises`]->(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
    RETURN e ORDER BY e.workspace_id DESC, e.user_id DESC, e.ended_at DESC, e.id LIMIT $limit
  }
  RETURN e
}
WITH e ORDER BY e.ended_at DESC, e.id LIMIT $limit
RETURN e.id AS id, CASE WHEN e.user_id <> '' THEN e.user_id END AS user_id, e.conversation_id AS conversation_id,
       e.summary AS summary, e.summary_source AS summary_source, e.turn_count AS turn_count, e.started_at AS started_at, e.ended_at AS ended_at,
       e.source_message_ids AS source_message_ids
ORDER BY ended_at DESC, id
