//@ statement: system/find_ids
//@ summary: The ids of some kinds that begin with a text, in their order; of sessions and conversations their own names.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: prefix STRING
//@ param: kinds LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: name STRING
CALL () {
  MATCH (n:_mem) USING INDEX SEEK n:_mem(workspace_id, id)
  WHERE n.workspace_id = $workspace_id AND n.id STARTS WITH $prefix
    AND ($visible IS NULL OR coalesce(n.user_id, '') IN $visible)
  WITH n, [kind IN $kinds WHERE kind IN labels(n) AND NOT kind IN ['session', 'conversation']] AS kinds
  WHERE size(kinds) > 0
  RETURN n.id AS id, kinds[0] AS kind,
         coalesce(n.name, n.content, n.summary, n.text, n.action_type || coalesce(':' || n.error_code, '')) AS name
  ORDER BY id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE 'session' IN $kinds
  MATCH (a:action) USING INDEX SEEK a:action(workspace_id, session_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.session_id STARTS WITH $prefix AND a.started_at IS NOT NULL
  RETURN DISTINCT a.session_id AS id, 'session' AS kind, null AS name ORDER BY id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE 'conversation' IN $kinds
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.conversation_id STARTS WITH $prefix AND m.position IS NOT NULL
    AND ($visible IS NULL OR m.user_id IN $visible)
  RETURN DISTINCT m.conversation_id AS id, 'conversation' AS kind, null AS name ORDER BY id LIMIT $limit
}
RETURN id, kind, left(name, 80) AS name ORDER BY id LIMIT $limit
