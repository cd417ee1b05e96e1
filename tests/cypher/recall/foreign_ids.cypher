//@ query: foreign_ids
//@ summary: The id of everything in a workspace.
//@ param: workspace_id STRING
//@ yields: id STRING
MATCH (n:_mem) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
RETURN n.id AS id
