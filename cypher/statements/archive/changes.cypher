//@ statement: archive/changes
//@ summary: What changed in a workspace after a position of the change feed.
//@ param: workspace_id STRING
//@ param: since INTEGER
//@ param: limit INTEGER
//@ yields: position INTEGER
//@ yields: complete BOOLEAN
//@ yields: rows LIST<MAP>
CALL oxgraph.archive_changes($workspace_id, $since, $limit) YIELD position, complete, rows
RETURN position, complete, rows
