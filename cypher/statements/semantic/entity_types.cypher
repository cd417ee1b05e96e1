//@ statement: semantic/entity_types
//@ summary: The types that a workspace's ontology has defined.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: description STRING
//@ yields: parent STRING
MATCH (t:_mem:entity_type)
WHERE t.workspace_id = $workspace_id AND t.name IS NOT NULL
RETURN t.name AS name, t.description AS description, t.parent AS parent
ORDER BY name
