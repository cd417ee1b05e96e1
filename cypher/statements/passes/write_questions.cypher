//@ statement: passes/write_questions
//@ summary: Write the questions of memories in place of those they had; a memory that was forgotten meanwhile has none.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: source STRING
//@ param: mark BOOLEAN
//@ param: now DATETIME
//@ yields: questions INTEGER
UNWIND $rows AS row
MATCH (m:_mem:memory {workspace_id: $workspace_id, id: row.id})
// The lock first: nobody forgets it while it is being asked for.
SET m.unquestioned = $mark
WITH row.id AS id, CASE m.status WHEN 'forgotten' THEN [] ELSE row.texts END AS texts
MATCH (m:_mem:memory {workspace_id: $workspace_id, id: id})
CALL (m, texts) {
  MATCH (old:_mem:question)-[:`_mem:asks`]->(m)
  WHERE NOT old.text IN texts
  DETACH DELETE old
}
UNWIND texts AS text
MERGE (q:_mem:question {workspace_id: $workspace_id,
                        id: oxgraph.stable_id($workspace_id, 'question', [m.id, text])})
ON CREATE SET q.created_at = $now, q.text = text, q.memory_id = m.id, q.user_id = m.user_id,
  q.unembedded = true, q.workspace_term = oxgraph.workspace_term($workspace_id, m.user_id)
SET q.source = $source
MERGE (q)-[:`_mem:asks`]->(m)
RETURN count(*) AS questions
