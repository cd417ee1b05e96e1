//@ query: unlabel_thing
//@ summary: Take a node out of memory, and leave it in the graph.
//@ param: workspace_id STRING
//@ param: id STRING
MATCH (n:_mem {workspace_id: $workspace_id, id: $id})
REMOVE n:_mem
