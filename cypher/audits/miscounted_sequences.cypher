//@ audit: miscounted_sequences
//@ summary: Sequences whose action_count differs from the number of their actions.
//@ yields: workspace_id STRING
//@ yields: sequence_id STRING
//@ yields: action_count INTEGER
//@ yields: contained INTEGER
MATCH (q:sequence)
WHERE q:_mem AND q.action_count <> COUNT { (q)-[:`_mem:contains`]->() }
RETURN q.workspace_id AS workspace_id, q.id AS sequence_id, q.action_count AS action_count,
       COUNT { (q)-[:`_mem:contains`]->() } AS contained
LIMIT 100
