//@ statement: move/rows
//@ summary: Put nodes, relationships, gone nodes, tokens or slots into the state of the former server.
//@ param: workspace_id STRING
//@ param: attempt STRING
//@ param: part STRING
//@ param: rows LIST<MAP>
//@ yields: count INTEGER
CALL oxgraph.move_rows($workspace_id, $attempt, $part, $rows) YIELD count
RETURN count
