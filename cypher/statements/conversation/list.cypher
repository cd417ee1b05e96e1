//@ statement: conversation/list
//@ summary: The conversations of a workspace, those in which something was said last first, behind one of them or from the first; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: visible LIST<STRING>
//@ param: before DATETIME
//@ param: after STRING
//@ param: limit INTEGER
//@ yields: conversations LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
CALL () {
  CALL () {
    WITH 1 AS one WHERE $visible IS NULL
    MATCH (c:conversation) USING INDEX SEEK c:conversation(workspace_id, last_message_at)
    WHERE c.workspace_id = $workspace_id AND c.last_message_at <= $before
      AND CASE WHEN c.last_message_at = $before THEN c.id > $after ELSE true END AND c.deleted_at IS NULL
    RETURN c ORDER BY c.workspace_id DESC, c.last_message_at DESC, c.id LIMIT $limit
    UNION ALL
    UNWIND coalesce($visible, []) AS owner
    CALL (owner) {
      MATCH (c:conversation) USING INDEX SEEK c:conversation(workspace_id, user_id, last_message_at)
      WHERE c.workspace_id = $workspace_id AND c.user_id = owner AND c.last_message_at <= $before
        AND CASE WHEN c.last_message_at = $before THEN c.id > $after ELSE true END AND c.deleted_at IS NULL
      RETURN c ORDER BY c.workspace_id DESC, c.user_id DESC, c.last_message_at DESC, c.id LIMIT $limit
    }
    RETURN c
  }
  WITH c ORDER BY c.last_message_at DESC, c.id LIMIT $limit
  RETURN collect(c {.id, user_id: CASE WHEN c.user_id <> '' THEN c.user_id END, .conversation_id, .title, .started_at,
                    .last_message_at, messages: COUNT { (c)-[:`_mem:has`]->() },
                    episodes: COUNT { (c)<-[:`_mem:summarises`]-(e) WHERE e.deleted_at IS NULL }}) AS conversations
}
RETURN conversations
