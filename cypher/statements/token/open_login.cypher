//@ statement: token/open_login
//@ summary: Store the hash of a login made with a token; it takes over a node of an ended one, or of the longest unused of 100.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: login_hash STRING
//@ param: expires_at DATETIME
//@ param: now DATETIME
//@ yields: id STRING
MATCH (t:token {token_hash: $token_hash})
WHERE t:_mem AND t.workspace_id = $workspace_id AND t.revoked_at IS NULL AND t.login_of IS NULL
SET t.last_used_at = $now
WITH t
CALL (t) {
  OPTIONAL MATCH (l:token) WHERE l.workspace_id = $workspace_id AND l.login_of = t.id
  WITH l, l.revoked_at IS NOT NULL OR l.expires_at <= $now AS ended
  ORDER BY ended DESC, l.last_used_at
  WITH collect({login: l, ended: ended}) AS logins
  RETURN CASE WHEN logins[0].ended OR size(logins) >= 100 THEN logins[0].login END AS former
}
CALL (t, former) {
  WITH t, former WHERE former IS NULL
  CREATE (l:_mem:token {workspace_id: $workspace_id, id: $id, created_at: $now, login_of: t.id, name: t.name,
                        token_hash: $login_hash, role: t.role})
  RETURN l
  UNION
  WITH t, former WHERE former IS NOT NULL
  RETURN former AS l
}
SET l.token_hash = $login_hash, l.name = t.name, l.user_id = t.user_id, l.calls_per_minute = t.calls_per_minute,
    l.last_used_at = $now, l.revoked_at = null,
    l.expires_at = CASE WHEN t.expires_at < $expires_at THEN t.expires_at ELSE $expires_at END
RETURN l.id AS id
