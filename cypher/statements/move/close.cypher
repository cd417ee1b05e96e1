//@ statement: move/close
//@ summary: Refuse reads too of a workspace that moves away, where the mark is this one; the directory may switch then.
//@ param: workspace_id STRING
//@ param: fence STRING
//@ yields: count INTEGER
CALL oxgraph.move_close($workspace_id, $fence) YIELD count
RETURN count
