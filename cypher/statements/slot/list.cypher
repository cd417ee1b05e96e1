//@ statement: slot/list
//@ summary: The slots of a workspace that are there, the last to expire first, from a place on; reading them here keeps none alive.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: conversation_id STRING
//@ param: most INTEGER
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: conversation_id STRING
//@ yields: user_id STRING
//@ yields: slot STRING
//@ yields: text STRING
//@ yields: length INTEGER
//@ yields: ttl_seconds INTEGER
//@ yields: created_at DATETIME
//@ yields: expires_at DATETIME
//@ yields: place LIST<STRING>
// Walks its index in the order of expiry and stops at the limit; CASE, as in telemetry/timeline. Of a value `most`
// characters are read.
WITH datetime($after[0]) AS before
MATCH (n:slot) USING INDEX SEEK n:slot(workspace_id, expires_at)
WHERE n.workspace_id = $workspace_id AND n.expires_at > $now AND n.expires_at <= before
  AND CASE WHEN n.expires_at = before THEN n.id < $after[1] ELSE true END
  AND ($visible IS NULL OR n.user_id IN $visible)
  AND ($conversation_id IS NULL OR n.conversation_id = $conversation_id)
WITH n ORDER BY n.workspace_id DESC, n.expires_at DESC, n.id DESC LIMIT $limit
RETURN n.id AS id, n.conversation_id AS conversation_id, CASE WHEN n.user_id <> '' THEN n.user_id END AS user_id,
       n.name AS slot, left(n.value, $most) AS text, size(n.value) AS length, n.ttl_seconds AS ttl_seconds,
       n.created_at AS created_at, n.expires_at AS expires_at,
       [toString(datetime({datetime: n.expires_at, timezone: 'Z'})), n.id] AS place
ORDER BY n.expires_at DESC, n.id DESC
