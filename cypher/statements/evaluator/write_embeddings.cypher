//@ statement: evaluator/write_embeddings
//@ summary: Write vectors of summaries that are still worded so.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: rows LIST<MAP>
//@ yields: written INTEGER
UNWIND $rows AS row
MATCH (q:_mem:sequence {workspace_id: $workspace_id, id: row.id})
WHERE q.intent_summary = row.text
SET q.embedding = row.vector, q.embedding_model = $model, q.unembedded = null
RETURN count(*) AS written
