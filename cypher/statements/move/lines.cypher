//@ statement: move/lines
//@ summary: Nodes of a workspace as lines of an archive, by their ids.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: line STRING
//@ yields: vectors STRING
//@ yields: relationships LIST<STRING>
CALL oxgraph.archive_of($workspace_id, $ids) YIELD id, kind, line, vectors, relationships
RETURN id, kind, line, vectors, relationships
