//@ statement: move/end
//@ summary: Serve a workspace that has moved here; a second time it changes nothing.
//@ param: workspace_id STRING
//@ param: attempt STRING
//@ param: now DATETIME
//@ yields: complete BOOLEAN
CALL oxgraph.move_end($workspace_id, $attempt, $now) YIELD complete
RETURN complete
