//@ statement: system/lock
//@ summary: Take the write lock of a named lock node; it is held until the transaction ends.
//@ param: workspace_id STRING
//@ param: name STRING
MERGE (lock:_mem:lock {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'lock', [$name])})
SET lock.name = $name
