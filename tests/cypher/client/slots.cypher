//@ query: slots
//@ summary: The slots of a workspace as they stand in the graph, expired or not.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: key STRING
//@ yields: value STRING
//@ yields: expires_at DATETIME
MATCH (n:_mem:slot)
WHERE n.workspace_id = $workspace_id AND n.expires_at IS NOT NULL
RETURN n.name AS name, n.key AS key, n.value AS value, n.expires_at AS expires_at
ORDER BY name
