//@ statement: token/known
//@ summary: Which hashes are those of tokens that are neither revoked nor expired.
//@ param: token_hashes LIST<STRING>
//@ param: now DATETIME
//@ yields: token_hash STRING
UNWIND $token_hashes AS token_hash
MATCH (t:token {token_hash: token_hash})
WHERE t:_mem AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $now)
RETURN t.token_hash AS token_hash
