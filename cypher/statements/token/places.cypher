//@ statement: token/places
//@ summary: Of which workspaces these tokens are, as far as they are neither revoked nor expired.
//@ param: token_hashes LIST<STRING>
//@ param: now DATETIME
//@ yields: token_hash STRING
//@ yields: workspace_id STRING
//@ yields: workspace STRING
UNWIND $token_hashes AS token_hash
MATCH (t:token {token_hash: token_hash})
WHERE t:_mem AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $now)
MATCH (w:_mem:workspace {workspace_id: t.workspace_id, id: t.workspace_id})
RETURN token_hash, w.id AS workspace_id, w.name AS workspace
