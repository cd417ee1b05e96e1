//@ statement: move/fence
//@ summary: What changed last in a workspace that moves away; from then on nothing writes it here.
//@ param: workspace_id STRING
//@ param: fence STRING
//@ param: since INTEGER
//@ param: limit INTEGER
//@ yields: position INTEGER
//@ yields: complete BOOLEAN
//@ yields: rows LIST<MAP>
CALL oxgraph.move_fence($workspace_id, $fence, $since, $limit) YIELD position, complete, rows
RETURN position, complete, rows
