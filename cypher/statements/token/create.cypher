//@ statement: token/create
//@ summary: Store a new token's hash.
//@ plan: one
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: token_hash STRING
//@ param: role STRING
//@ param: user_id STRING
//@ param: name STRING
//@ param: expires_at DATETIME
//@ param: calls_per_minute INTEGER
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: inputs STRING
//@ param: now DATETIME
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
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CREATE (t:_mem:token {workspace_id: $workspace_id, id: $id, created_at: $now, token_hash: $token_hash, role: $role,
                      name: $name, user_id: $user_id, expires_at: $expires_at, calls_per_minute: $calls_per_minute})
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: $id, subject_kind: 'token',
                          rule: 'create', to_status: 'active', inputs: $inputs})
RETURN t.id AS id, w.name AS workspace, w.id AS workspace_id, t.name AS name, t.role AS role, t.user_id AS user_id,
       t.created_at AS created_at, t.last_used_at AS last_used_at, t.revoked_at AS revoked_at,
       t.expires_at AS expires_at, t.calls_per_minute AS calls_per_minute
