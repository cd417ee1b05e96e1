//@ statement: move/discard
//@ summary: Mark a workspace that has moved away as being deleted for good; 0 where it is gone.
//@ param: workspace_id STRING
//@ param: fence STRING
//@ param: now DATETIME
//@ yields: count INTEGER
CALL oxgraph.move_discard($workspace_id, $fence, $now) YIELD count
RETURN count
