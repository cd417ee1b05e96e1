//@ statement: token/workspace_of
//@ summary: Which workspace a token is of, by the token's id; for operators of the database.
//@ param: id STRING
//@ yields: workspace_id STRING
//@ yields: workspace STRING
MATCH (t:_mem:token) WHERE t.id = $id
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
RETURN w.id AS workspace_id, w.name AS workspace
