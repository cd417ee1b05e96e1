//@ query: contradict
//@ summary: Let one memory contradict another.
//@ param: workspace_id STRING
//@ param: newer STRING
//@ param: older STRING
MATCH (n:_mem {workspace_id: $workspace_id, id: $newer}), (o:_mem {workspace_id: $workspace_id, id: $older})
CREATE (n)-[:`_mem:contradicts`]->(o)
