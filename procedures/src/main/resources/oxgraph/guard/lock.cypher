// As in cypher/statements/system/lock.cypher, whose locks this meets.
MERGE (lock:_mem:lock {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'lock', [$name])})
SET lock.name = $name
