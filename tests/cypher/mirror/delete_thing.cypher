//@ query: delete_thing
//@ summary: Delete a node, as a person at the browser would.
//@ param: workspace_id STRING
//@ param: id STRING
MATCH (n:_mem {workspace_id: $workspace_id, id: $id})
DETACH DELETE n
