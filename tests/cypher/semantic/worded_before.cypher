//@ query: worded_before
//@ summary: Store properties of a memory in another wording.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: stored MAP
//@ yields: id STRING
MATCH (m:_mem:memory {workspace_id: $workspace_id, id: $id})
SET m += $stored
RETURN m.id AS id
