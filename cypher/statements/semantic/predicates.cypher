//@ statement: semantic/predicates
//@ summary: The predicates that a workspace has defined, each with its synonyms.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: stateful BOOLEAN
//@ yields: importance FLOAT
//@ yields: description STRING
//@ yields: synonyms LIST<STRING>
//@ yields: source STRING
MATCH (p:_mem:predicate)
WHERE p.workspace_id = $workspace_id AND p.name IS NOT NULL AND p.synonym_of IS NULL
RETURN p.name AS name, p.stateful AS stateful, p.importance AS importance, p.description AS description,
       coalesce(p.synonyms, []) AS synonyms, coalesce(p.source, 'caller') AS source
ORDER BY name
