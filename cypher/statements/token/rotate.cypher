//@ statement: token/rotate
//@ summary: Store a token's successor, and end the token and its logins after an overlap; no row for one that is not valid, or has a successor.
//@ plan: one
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: new_id STRING
//@ param: token_hash STRING
//@ param: expires_at DATETIME
//@ param: overlap_until DATETIME
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
// Where no end is given, it lives as long as the former one was to live.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
MATCH (old:_mem:token {workspace_id: $workspace_id, id: $id})
SET old.name = old.name  // Locks it: of two rotations at once one finds the other's transition.
WITH w, old
WHERE old.revoked_at IS NULL AND old.login_of IS NULL AND (old.expires_at IS NULL OR old.expires_at > $now)
  AND NOT EXISTS {
    MATCH (r:_mem:transition {workspace_id: $workspace_id, subject_id: $id})
    WHERE r.subject_kind = 'token' AND r.rule = 'rotate'
  }
CREATE (t:_mem:token {workspace_id: $workspace_id, id: $new_id, created_at: $now, token_hash: $token_hash,
                      role: old.role, name: old.name, user_id: old.user_id,
                      expires_at: coalesce($expires_at, $now + duration.inSeconds(old.created_at, old.expires_at)),
                      calls_per_minute: old.calls_per_minute})
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: $id, subject_kind: 'token',
                          rule: 'rotate', from_status: 'active', to_status: 'rotated', inputs: $inputs})
WITH w, t
CALL () {
  MATCH (o:token)
  WHERE o.workspace_id = $workspace_id AND (o.id = $id OR o.login_of = $id)
    AND (o.expires_at IS NULL OR o.expires_at > $overlap_until)
  SET o.expires_at = $overlap_until
}
RETURN t.id AS id, w.name AS workspace, w.id AS workspace_id, t.name AS name, t.role AS role, t.user_id AS user_id,
       t.created_at AS created_at, t.last_used_at AS last_used_at, t.revoked_at AS revoked_at,
       t.expires_at AS expires_at, t.calls_per_minute AS calls_per_minute
