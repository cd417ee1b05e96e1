//@ statement: workspace/purge_memory
//@ summary: Delete a batch of a workspace's memory, all but its entities and the workspace itself, in the order of ids.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: batch INTEGER
//@ yields: last STRING
//@ yields: removed INTEGER
CALL oxgraph.purge_memory($workspace_id, $after, $batch) YIELD last, removed
RETURN last, removed
