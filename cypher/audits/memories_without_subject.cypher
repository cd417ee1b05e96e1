//@ audit: memories_without_subject
//@ summary: Memories that name a subject or object but have no relationship to it.
//@ yields: workspace_id STRING
//@ yields: memory_id STRING
MATCH (m:memory)
WHERE m:_mem AND (
  m.subject_id <> '' AND NOT EXISTS { MATCH (m)-[:`_mem:subject`]->(e:entity) WHERE e.id = m.subject_id }
  OR m.object_id IS NOT NULL AND NOT EXISTS { MATCH (m)-[:`_mem:object`]->(e:entity) WHERE e.id = m.object_id })
RETURN m.workspace_id AS workspace_id, m.id AS memory_id
LIMIT 100
