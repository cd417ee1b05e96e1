//@ statement: archive/end
//@ summary: The same while no transaction changes the workspace; no row where others did not end in time.
//@ param: workspace_id STRING
//@ param: since INTEGER
//@ param: limit INTEGER
//@ yields: position INTEGER
//@ yields: complete BOOLEAN
//@ yields: rows LIST<MAP>
CALL oxgraph.archive_end($workspace_id, $since, $limit) YIELD position, complete, rows
RETURN position, complete, rows
