//@ statement: move/release
//@ summary: Serve a workspace again that did not move away, where the mark is this one.
//@ param: workspace_id STRING
//@ param: fence STRING
//@ yields: count INTEGER
CALL oxgraph.move_release($workspace_id, $fence) YIELD count
RETURN count
