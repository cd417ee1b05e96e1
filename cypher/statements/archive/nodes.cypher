//@ statement: archive/nodes
//@ summary: A page of the nodes of a workspace as lines of an archive, in the order of ids.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: line STRING
//@ yields: vectors STRING
//@ yields: relationships LIST<STRING>
CALL oxgraph.archive_nodes($workspace_id, $after, $limit) YIELD id, kind, line, vectors, relationships
RETURN id, kind, line, vectors, relationships
