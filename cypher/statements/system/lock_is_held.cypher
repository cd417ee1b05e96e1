//@ statement: system/lock_is_held
//@ summary: Whether a process holds a named lock.
//@ param: workspace_id STRING
//@ param: name STRING
//@ yields: held BOOLEAN
CALL oxgraph.lock_is_held($workspace_id, $name) YIELD held
RETURN held
