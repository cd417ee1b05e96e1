//@ query: supersede_thing
//@ summary: Join a node to the one that took its place.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: later STRING
MATCH (n:_mem {workspace_id: $workspace_id, id: $id})
MATCH (later:_mem {workspace_id: $workspace_id, id: $later})
CREATE (n)-[:`_mem:superseded_by`]->(later)
