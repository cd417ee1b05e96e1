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
//@ yields: expires_at DATETIME
//@ yields: calls_per_minute INTEGER
MATCH (t:_mem:token) WHERE ($workspace_id IS NULL OR t.workspace_id = $workspace_id) AND t.login_of IS NULL
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
RETURN t.id AS id, w.name AS workspace, w.id AS workspace_id, t.name AS name, t.role AS role, t.user_id AS user_id,
       t.created_at AS created_at, t.last_used_at AS last_used_at, t.revoked_at AS revoked_at,
       t.expires_at AS expires_at, t.calls_per_minute AS calls_per_minute
ORDER BY workspace, created_at, id
