//@ statement: cypher/stamp_update
//@ summary: Change a node that is there.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: outcome STRING
MATCH (a:_mem {workspace_id: $workspace_id, id: $id})
SET a.agent_id = $outcome
