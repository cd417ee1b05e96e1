//@ statement: archive/complete
//@ summary: Serve a workspace whose import is complete.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ yields: complete BOOLEAN
CALL oxgraph.import_end($workspace_id, $now) YIELD complete
RETURN complete
