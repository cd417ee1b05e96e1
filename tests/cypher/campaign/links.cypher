//@ query: links
//@ summary: Relationships of the domain between entities of a workspace, each by itself.
//@ param: workspace_id STRING
//@ yields: source STRING
//@ yields: target STRING
MATCH (a:_mem:entity)-[r]->(b:_mem:entity)
WHERE a.workspace_id = $workspace_id AND a.id IS NOT NULL AND NOT type(r) STARTS WITH '_mem:'
RETURN a.node_id AS source, b.node_id AS target
