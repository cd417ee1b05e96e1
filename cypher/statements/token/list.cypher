//@ statement: token/list
//@ summary: The tokens of a workspace, or of all where none is named, oldest first; the revoked too, never a secret.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: workspace STRING
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: role STRING
//@ yields: user_id STRING
//@ yields: created_at DATETIME
//@ yields: last_used_at DATETIME
//@ yields: revoked_at DATETIME
MATCH (t:_mem:token) WHERE $workspace_id IS NULL OR t.workspace_id = $workspace_id
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
RETURN t.id AS id, w.name AS workspace, w.id AS workspace_id, t.name AS name, t.role AS role, t.user_id AS user_id,
       t.created_at AS created_at, t.last_used_at AS last_used_at, t.revoked_at AS revoked_at
ORDER BY workspace, created_at, id
