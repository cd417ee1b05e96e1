//@ query: telemetry
//@ summary: Everything that telemetry keeps of a workspace.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND (n:action OR n:session OR n:sequence OR n:tally OR n:pattern_key OR n:pattern)
RETURN properties(n) AS properties
