//@ statement: evaluator/unembedded
//@ summary: Sequences whose summary has no vector yet.
//@ param: workspace_id STRING
//@ param: batch INTEGER
//@ yields: id STRING
//@ yields: text STRING
MATCH (q:_mem:sequence)
WHERE q.workspace_id = $workspace_id AND q.unembedded = true
RETURN q.id AS id, q.intent_summary AS text
LIMIT $batch
