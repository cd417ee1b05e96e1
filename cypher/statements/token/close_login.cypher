//@ statement: token/close_login
//@ summary: End a login, by the hash of its secret; no row when there is none.
//@ param: token_hash STRING
//@ param: now DATETIME
//@ yields: id STRING
MATCH (l:token {token_hash: $token_hash})
WHERE l:_mem AND l.login_of IS NOT NULL
SET l.revoked_at = coalesce(l.revoked_at, $now)
RETURN l.id AS id
