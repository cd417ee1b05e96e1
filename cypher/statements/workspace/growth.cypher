//@ statement: workspace/growth
//@ summary: How much was added to a workspace week by week (Mondays, UTC), and how many memories were superseded, expired, forgotten and deleted.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: now DATETIME
//@ param: weeks INTEGER
//@ yields: week DATE
//@ yields: what STRING
//@ yields: number INTEGER
// Each kind by its index. What was deleted meanwhile is no longer among what was recorded.
WITH date.truncate('week', $now) AS this
WITH this, datetime({date: this - duration({weeks: $weeks - 1}), timezone: 'Z'}) AS since
CALL (since) {
  MATCH (m:memory) USING INDEX SEEK m:memory(workspace_id, recorded_at)
  WHERE m.workspace_id = $workspace_id AND m.recorded_at >= since AND ($visible IS NULL OR m.user_id IN $visible)
  RETURN date.truncate('week', m.recorded_at) AS week, 'recorded' AS what, count(*) AS number
  UNION ALL
  UNWIND ['superseded', 'expired', 'forgotten'] AS status
  MATCH (m:memory) USING INDEX SEEK m:memory(workspace_id, status, valid_from)
  WHERE m.workspace_id = $workspace_id AND m.status = status AND m.valid_from IS NOT NULL
    AND ($visible IS NULL OR m.user_id IN $visible)
  WITH status, CASE status WHEN 'superseded' THEN m.superseded_at WHEN 'expired' THEN m.expired_at ELSE m.forgotten_at END AS at
  WHERE at >= since
  RETURN date.truncate('week', at) AS week, status AS what, count(*) AS number
  UNION ALL
  MATCH (t:tombstone) USING INDEX SEEK t:tombstone(workspace_id, deleted_at)
  WHERE t.workspace_id = $workspace_id AND t.deleted_at >= since AND t.kind = 'memory' AND $visible IS NULL
  RETURN date.truncate('week', t.deleted_at) AS week, 'deleted' AS what, count(*) AS number
  UNION ALL
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, said_at)
  WHERE m.workspace_id = $workspace_id AND m.said_at >= since AND ($visible IS NULL OR m.user_id IN $visible)
  RETURN date.truncate('week', m.said_at) AS week, 'messages' AS what, count(*) AS number
  UNION ALL
  MATCH (a:action) USING INDEX SEEK a:action(workspace_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.started_at >= since
  RETURN date.truncate('week', a.started_at) AS week, 'actions' AS what, count(*) AS number
}
WITH this, week, what, number WHERE week <= this
RETURN week, what, number
UNION ALL
// Of no week: all that there is now.
MATCH (m:memory) USING INDEX SEEK m:memory(workspace_id, status, valid_from)
WHERE m.workspace_id = $workspace_id AND m.status = 'active' AND m.valid_from IS NOT NULL
  AND ($visible IS NULL OR m.user_id IN $visible)
RETURN null AS week, 'active' AS what, count(*) AS number
UNION ALL
MATCH (m:memory) USING INDEX SEEK m:memory(workspace_id, recorded_at)
WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL AND ($visible IS NULL OR m.user_id IN $visible)
RETURN null AS week, 'memories' AS what, count(*) AS number
UNION ALL
MATCH (m:message) USING INDEX SEEK m:message(workspace_id, said_at)
WHERE m.workspace_id = $workspace_id AND m.said_at IS NOT NULL AND ($visible IS NULL OR m.user_id IN $visible)
RETURN null AS week, 'messages' AS what, count(*) AS number
UNION ALL
MATCH (a:action) USING INDEX SEEK a:action(workspace_id, started_at)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
RETURN null AS week, 'actions' AS what, count(*) AS number
