//@ query: memory
//@ summary: Write a memory as oxgraph.remember leaves one, with its subject.
//@ param: workspace_id STRING
//@ param: properties MAP
MERGE (e:_mem:entity {workspace_id: $workspace_id, id: $properties.subject_id})
ON CREATE SET e.created_at = $properties.recorded_at, e.name = 'Anna', e.owned = true, e.node_id = e.id
CREATE (m:_mem:memory)
SET m = $properties, m.user_id = ''
MERGE (m)-[:`_mem:subject`]->(e)
