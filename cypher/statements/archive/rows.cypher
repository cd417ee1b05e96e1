//@ statement: archive/rows
//@ summary: Write lines of an archive, unless an earlier call has written them.
//@ param: workspace_id STRING
//@ param: position INTEGER
//@ param: kind STRING
//@ param: rows LIST<MAP>
//@ yields: position INTEGER
CALL oxgraph.import_rows($workspace_id, $position, $kind, $rows) YIELD position
RETURN position
