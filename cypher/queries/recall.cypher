//@ query: recall
//@ summary: The memories that match a question by its words, best first, with the reasons.
//@ param: workspace_id STRING
//@ param: question STRING
//@ param: limit INTEGER
//@ yields: rank INTEGER
//@ yields: type STRING
//@ yields: content STRING
//@ yields: score FLOAT
//@ yields: confidence FLOAT
//@ yields: freshness FLOAT
//@ yields: since DATETIME
//@ yields: why LIST<STRING>
//@ yields: id STRING
// Searches without a vector; `oxgraph recall` also finds other wordings. This query does not count as an access.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL oxgraph.recall(w.workspace_id, $question, {k: $limit, explain: true}, datetime()) YIELD results
UNWIND results AS result
RETURN result.rank AS rank, result.type AS type,
       CASE WHEN result.speaker IS NULL THEN '' ELSE result.speaker + ': ' END + result.content AS content,
       result.score AS score, result.confidence AS confidence, result.freshness AS freshness,
       coalesce(result.said_at, result.started_at, result.valid_from) AS since, result.why AS why, result.id AS id
ORDER BY rank
