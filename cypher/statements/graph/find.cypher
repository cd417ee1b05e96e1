//@ statement: graph/find
//@ summary: The latest nodes of the kinds that a look at a workspace's memory can begin with; of one kind where it is named.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: kind STRING
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
// Each kind walks its index backwards and stops at the limit; of patterns and metrics there are few.
CALL () {
  WITH 1 AS one WHERE ($kind IS NULL OR $kind = 'pattern')
  MATCH (n:pattern) USING INDEX SEEK n:pattern(workspace_id, status, action_type)
  WHERE n.workspace_id = $workspace_id AND n.status = 'active'
    AND n.action_type IS NOT NULL
  RETURN n, 0 AS place ORDER BY n.confidence DESC, n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE ($kind IS NULL OR $kind = 'memory')
  MATCH (n:memory) USING INDEX SEEK n:memory(workspace_id, recorded_at)
  WHERE n.workspace_id = $workspace_id AND n.recorded_at IS NOT NULL
    AND n.status = 'active' AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 1 AS place ORDER BY n.workspace_id DESC, n.recorded_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE ($kind IS NULL OR $kind = 'sequence')
  MATCH (n:sequence) USING INDEX SEEK n:sequence(workspace_id, started_at)
  WHERE n.workspace_id = $workspace_id AND n.started_at IS NOT NULL
  RETURN n, 2 AS place ORDER BY n.workspace_id DESC, n.started_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE ($kind IS NULL OR $kind = 'conversation')
  MATCH (n:conversation) USING INDEX SEEK n:conversation(workspace_id, last_message_at)
  WHERE n.workspace_id = $workspace_id AND n.last_message_at IS NOT NULL
    AND n.deleted_at IS NULL AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 3 AS place ORDER BY n.workspace_id DESC, n.last_message_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE ($kind IS NULL OR $kind = 'entity')
  MATCH (n:entity) USING INDEX SEEK n:entity(workspace_id, name)
  WHERE n.workspace_id = $workspace_id AND n.name >= '' AND n.deleted_at IS NULL
    AND ($visible IS NULL OR coalesce(n.private_to, '') IN $visible)
  RETURN n, 4 AS place ORDER BY n.workspace_id, n.name LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'action'
  MATCH (n:action) USING INDEX SEEK n:action(workspace_id, started_at)
  WHERE n.workspace_id = $workspace_id AND n.started_at IS NOT NULL
  RETURN n, 5 AS place ORDER BY n.workspace_id DESC, n.started_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'message'
  MATCH (n:message) USING INDEX SEEK n:message(workspace_id, said_at)
  WHERE n.workspace_id = $workspace_id AND n.said_at IS NOT NULL
    AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 6 AS place ORDER BY n.workspace_id DESC, n.said_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'episode'
  MATCH (n:episode) USING INDEX SEEK n:episode(workspace_id, ended_at)
  WHERE n.workspace_id = $workspace_id AND n.ended_at IS NOT NULL AND n.deleted_at IS NULL
    AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 7 AS place ORDER BY n.workspace_id DESC, n.ended_at DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'metric'
  MATCH (n:metric) USING INDEX SEEK n:metric(workspace_id, name)
  WHERE n.workspace_id = $workspace_id AND n.name IS NOT NULL
  RETURN n, 8 AS place ORDER BY n.name LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'predicate'
  MATCH (n:predicate) USING INDEX SEEK n:predicate(workspace_id, name)
  WHERE n.workspace_id = $workspace_id AND n.name IS NOT NULL
  RETURN n, 9 AS place ORDER BY n.name LIMIT $limit
}
WITH n, place WHERE n:_mem
WITH place, collect(n) AS found
UNWIND range(0, size(found) - 1) AS round
WITH found[round] AS n, round, place ORDER BY round, place LIMIT $limit
RETURN n.id AS id, labels(n) AS labels,
       n {.*, embedding: null, embedding_alt: null, embedding_model: null, unembedded: null, workspace_term: null,
          grams: null, gram_count: null} AS properties
ORDER BY round, place
