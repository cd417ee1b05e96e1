// Messages by a speaker, said within a time, that mean most nearly the same.
CYPHER 25
MATCH (m)
  SEARCH m IN (VECTOR INDEX oxgraph_message_embedding FOR $vector
    WHERE m.workspace_id = $workspace_id AND m.speaker = $speaker
      AND m.said_at >= $from AND m.said_at < $to
    LIMIT $limit)
  SCORE AS nearness
RETURN m AS node, 2 * nearness - 1 AS score
