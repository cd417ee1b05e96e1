//@ statement: workspace/access
//@ summary: What stands between a caller and a workspace: is it there, is it deleted, is the token still good, and whose it is.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: now DATETIME
//@ yields: name STRING
//@ yields: found BOOLEAN
//@ yields: deleted BOOLEAN
//@ yields: importing BOOLEAN
//@ yields: moving BOOLEAN
//@ yields: valid BOOLEAN
//@ yields: by STRING
//@ yields: by_id STRING
OPTIONAL MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
OPTIONAL MATCH (t:token {token_hash: $token_hash})
  WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $now)
RETURN w.name AS name, w IS NOT NULL AS found, w.deleted_at IS NOT NULL AS deleted,
       w.importing IS NOT NULL AND w.purging IS NULL AS importing, w.closed IS NOT NULL AS moving,
       $token_hash IS NULL OR t IS NOT NULL AS valid, coalesce(t.name, 'operator') AS by, coalesce(t.login_of, t.id) AS by_id
