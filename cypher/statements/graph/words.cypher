//@ statement: graph/words
//@ summary: The memories, runs, messages and episodes of a workspace that share words with a text, the best of each kind.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: user_id STRING
//@ param: words STRING
//@ param: kind STRING
//@ param: reach INTEGER
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
// The workspace's term stands in each query, so another one's texts take no place; the property has the last word.
WITH replace($workspace_id, '-', '') AS term
WITH term, 'ws' + term + CASE WHEN $visible IS NULL THEN ''
  ELSE ' -(+workspace_term:private -workspace_term:' + split(oxgraph.workspace_term($workspace_id, $user_id), ' ')[2] + ')' END AS scope
CALL (term, scope) {
  WITH scope WHERE $kind IS NULL OR $kind = 'memory'
  CALL db.index.fulltext.queryNodes('oxgraph_memory_words', '+workspace_term:' + scope
    + ' +(content:(' + $words + ') keywords:(' + $words + '))', {limit: $reach})
    YIELD node AS n, score
  WHERE n.workspace_id = $workspace_id AND n.status = 'active' AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 0 AS place, score
  UNION ALL
  WITH term WHERE $kind IS NULL OR $kind = 'sequence'
  CALL db.index.fulltext.queryNodes('oxgraph_sequence_words', '+workspace_term:w' + term + ' +intent_summary:(' + $words + ')', {limit: $reach})
    YIELD node AS n, score
  WHERE n.workspace_id = $workspace_id
  RETURN n, 1 AS place, score
  UNION ALL
  WITH scope WHERE $kind IS NULL OR $kind = 'message'
  CALL db.index.fulltext.queryNodes('oxgraph_message_words', '+workspace_term:' + scope
    + ' +text:(' + $words + ')', {limit: $reach})
    YIELD node AS n, score
  WHERE n.workspace_id = $workspace_id AND ($visible IS NULL OR n.user_id IN $visible)
    AND NOT EXISTS { (n)<-[:`_mem:has`]-(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
  RETURN n, 2 AS place, score
  UNION ALL
  WITH scope WHERE $kind IS NULL OR $kind = 'episode'
  CALL db.index.fulltext.queryNodes('oxgraph_episode_words', '+workspace_term:' + scope
    + ' +summary:(' + $words + ')', {limit: $reach})
    YIELD node AS n, score
  WHERE n.workspace_id = $workspace_id AND n.deleted_at IS NULL AND ($visible IS NULL OR n.user_id IN $visible)
  RETURN n, 3 AS place, score
  UNION ALL
  WITH term WHERE $kind IS NULL OR $kind = 'pattern'
  MATCH (n:pattern) USING INDEX SEEK n:pattern(workspace_id, status, action_type)
  WHERE n.workspace_id = $workspace_id AND n.status = 'active' AND n.action_type IS NOT NULL
    AND any(word IN split($words, ' ') WHERE toLower(n.name) CONTAINS word)
  RETURN n, 4 AS place, n.confidence AS score
  UNION ALL
  WITH term WHERE $kind IS NULL OR $kind = 'metric'
  MATCH (n:metric) USING INDEX SEEK n:metric(workspace_id, name)
  WHERE n.workspace_id = $workspace_id AND n.name IS NOT NULL
    AND any(word IN split($words, ' ') WHERE toLower(n.name) CONTAINS word)
  RETURN n, 5 AS place, 1.0 AS score
}
WITH n, place, score ORDER BY score DESC, n.id
WITH place, collect(n) AS found
UNWIND range(0, size(found) - 1) AS round
WITH found[round] AS n, round, place ORDER BY round, place LIMIT $limit
RETURN n.id AS id, labels(n) AS labels,
       n {.*, embedding: null, embedding_alt: null, embedding_model: null, unembedded: null, workspace_term: null,
          grams: null, gram_count: null} AS properties
ORDER BY round, place
