//@ statement: token/successor
//@ summary: What the rotation of a valid token recorded; no row for one that was not rotated, or is no longer valid.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: now DATETIME
//@ yields: inputs STRING
MATCH (t:_mem:token {workspace_id: $workspace_id, id: $id})
WHERE t.revoked_at IS NULL AND t.login_of IS NULL AND (t.expires_at IS NULL OR t.expires_at > $now)
MATCH (r:_mem:transition {workspace_id: $workspace_id, subject_id: $id})
WHERE r.subject_kind = 'token' AND r.rule = 'rotate'
RETURN r.inputs AS inputs
ORDER BY r.at DESC
LIMIT 1
