//@ statement: cypher/hand_remember
//@ summary: What a person would send by hand to keep one memory: the node with its vector, and its two edges.
//@ param: workspace_id STRING
//@ param: memory MAP
MATCH (s:_mem {workspace_id: $workspace_id, id: $memory.subject_id})
MATCH (o:_mem {workspace_id: $workspace_id, id: $memory.object_id})
CREATE (m:_mem:memory:fact)
SET m = $memory, m.user_id = ''
CREATE (m)-[:`_mem:subject`]->(s)
CREATE (m)-[:`_mem:object`]->(o)
