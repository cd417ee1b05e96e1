//@ statement: mirror/changes
//@ summary: The changes of all workspaces after a position, in the order of rev, up to so many.
//@ param: since INTEGER
//@ param: limit INTEGER
//@ yields: rev INTEGER
//@ yields: workspace_id STRING
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: deleted BOOLEAN
//@ yields: document STRING
CALL oxgraph.changes($since, $limit) YIELD rev, workspace_id, id, kind, deleted, document
RETURN rev, workspace_id, id, kind, deleted, document
