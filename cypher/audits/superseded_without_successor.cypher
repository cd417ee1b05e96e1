//@ audit: superseded_without_successor
//@ summary: Superseded memories without a successor, and active memories that have one.
//@ yields: workspace_id STRING
//@ yields: memory_id STRING
//@ yields: status STRING
MATCH (m:memory)
WHERE m:_mem AND (m.status = 'active' AND EXISTS { (m)-[:`_mem:superseded_by`]->(n) WHERE n.valid_from < m.valid_to }
  OR m.status = 'superseded' AND NOT EXISTS { (m)-[:`_mem:superseded_by`]->() }
     // What replaced it may have been deleted since: erased, pruned, or collected.
     AND NOT EXISTS {
       MATCH (t:_mem:transition)
       WHERE t.workspace_id = m.workspace_id AND t.subject_id = m.id AND t.rule IN ['superseded', 'corrected', 'reviewed']
     })
RETURN m.workspace_id AS workspace_id, m.id AS memory_id, m.status AS status
LIMIT 100
