//@ statement: move/begin
//@ summary: Make the workspace that moves here, or take over what an earlier attempt has begun.
//@ param: name STRING
//@ param: origin STRING
//@ param: attempt STRING
//@ param: now DATETIME
//@ yields: workspace_id STRING
CALL oxgraph.move_begin($name, $origin, $attempt, $now) YIELD workspace_id
RETURN workspace_id
