//@ statement: semantic/users
//@ summary: The users who have memories or conversations of their own, by their ids, from one on.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: query STRING
//@ param: after STRING
//@ param: limit INTEGER
//@ yields: user_id STRING
//@ yields: memories INTEGER
//@ yields: conversations INTEGER
//@ yields: last_recorded_at DATETIME
//@ yields: last_message_at DATETIME
// Reads the index of all users' memories. `query` is in lower case.
CALL () {
  MATCH (m:_mem:memory) USING INDEX SEEK m:memory(workspace_id, user_id, recorded_at)
  WHERE m.workspace_id = $workspace_id AND m.user_id > $after AND m.recorded_at IS NOT NULL AND m.status = 'active'
    AND ($visible IS NULL OR m.user_id IN $visible) AND ($query IS NULL OR toLower(m.user_id) CONTAINS $query)
  RETURN m.user_id AS user_id, count(*) AS memories, 0 AS conversations, max(m.recorded_at) AS recorded,
         null AS said
  UNION ALL
  MATCH (c:_mem:conversation) USING INDEX SEEK c:conversation(workspace_id, user_id, last_message_at)
  WHERE c.workspace_id = $workspace_id AND c.user_id > $after AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
    AND ($visible IS NULL OR c.user_id IN $visible) AND ($query IS NULL OR toLower(c.user_id) CONTAINS $query)
  RETURN c.user_id AS user_id, 0 AS memories, count(*) AS conversations, null AS recorded,
         max(c.last_message_at) AS said
}
RETURN user_id, sum(memories) AS memories, sum(conversations) AS conversations, max(recorded) AS last_recorded_at,
       max(said) AS last_message_at
ORDER BY user_id LIMIT $limit
