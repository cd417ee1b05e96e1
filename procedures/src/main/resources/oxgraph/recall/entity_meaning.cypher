// Entities whose description means most nearly the same; mere names lack the term.
CYPHER 25
MATCH (e)
  SEARCH e IN (VECTOR INDEX oxgraph_entity_embedding FOR $vector
    WHERE e.workspace_id = $workspace_id AND e.workspace_term = $term LIMIT $limit)
  SCORE AS nearness
RETURN e AS node, 2 * nearness - 1 AS score
