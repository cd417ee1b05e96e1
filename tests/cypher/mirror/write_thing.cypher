//@ query: write_thing
//@ summary: Write a node, new or there already.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: text STRING
MERGE (n:_mem:memory {workspace_id: $workspace_id, id: $id})
SET n:fact, n.content = $text
