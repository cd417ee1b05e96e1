//@ query: supersessions
//@ summary: Which memory of a workspace superseded which.
//@ param: workspace_id STRING
//@ yields: older STRING
//@ yields: newer STRING
MATCH (m:_mem:memory)-[:`_mem:superseded_by`]->(n:_mem:memory) WHERE m.workspace_id = $workspace_id AND m.id IS NOT NULL
RETURN m.id AS older, n.id AS newer
