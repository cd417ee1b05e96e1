//@ statement: token/find_to_revoke
//@ summary: Which workspace a token is of, by the token's id; for operators of the database.
//@ param: id STRING
//@ yields: workspace_id STRING
MATCH (t:_mem:token) WHERE t.id = $id
RETURN t.workspace_id AS workspace_id
