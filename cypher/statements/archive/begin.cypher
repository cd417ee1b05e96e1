//@ statement: archive/begin
//@ summary: Make the workspace that an archive is imported into, or find the one of an interrupted import.
//@ param: name STRING
//@ param: origin STRING
//@ param: digest STRING
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: position INTEGER
//@ yields: complete BOOLEAN
CALL oxgraph.import_begin($name, $origin, $digest, $now) YIELD workspace_id, position, complete
RETURN workspace_id, position, complete
