//@ statement: slot/sweep
//@ summary: Delete a batch of a workspace's slots that expired a minute ago or longer.
//@ param: workspace_id STRING
//@ param: batch INTEGER
//@ param: now DATETIME
//@ yields: swept INTEGER
// Nobody whose clock is a little behind is reading one of them at this moment.
CALL oxgraph.working_sweep($workspace_id, $batch, $now - duration({minutes: 1})) YIELD swept
RETURN swept
