//@ statement: token/revoke
//@ summary: Revoke a token of a workspace, and the logins made with it; no row when there is none of that id.
//@ plan: one
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: revoked_at DATETIME
MATCH (t:_mem:token {workspace_id: $workspace_id, id: $id})
FOREACH (_ IN CASE WHEN t.revoked_at IS NULL THEN [1] ELSE [] END |
  SET t.revoked_at = $now
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: $id, subject_kind: 'token',
                            rule: 'revoke', from_status: 'active', to_status: 'revoked', inputs: '{}'})
)
WITH t
CALL () {
  MATCH (l:token) WHERE l.workspace_id = $workspace_id AND l.login_of = $id AND l.revoked_at IS NULL
  SET l.revoked_at = $now
}
RETURN t.revoked_at AS revoked_at
