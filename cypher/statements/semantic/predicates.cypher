//@ statement: semantic/predicates
//@ summary: The predicates that a workspace has defined.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: stateful BOOLEAN
//@ yields: importance FLOAT
//@ yields: description STRING
MATCH (p:_mem:predicate)
WHERE p.workspace_id = $workspace_id AND p.name IS NOT NULL
RETURN p.name AS name, p.stateful AS stateful, p.importance AS importance, p.description AS description
ORDER BY name
