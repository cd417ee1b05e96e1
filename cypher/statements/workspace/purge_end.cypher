//@ statement: workspace/purge_end
//@ summary: Delete the workspace node itself, once nothing else of the workspace is left.
//@ param: workspace_id STRING
//@ yields: done BOOLEAN
CALL oxgraph.purge_end($workspace_id) YIELD done
RETURN done
