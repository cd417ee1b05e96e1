//@ query: delete_by_hand
//@ summary: Delete a memory as an operator may in Neo4j Browser, without what oxgraph deletes with it.
//@ param: workspace_id STRING
//@ param: memory_id STRING
MATCH (m:_mem {workspace_id: $workspace_id, id: $memory_id})
DETACH DELETE m
