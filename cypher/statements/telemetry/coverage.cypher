//@ statement: telemetry/coverage
//@ summary: Which actions a workspace has, whether they were evaluated, how many sequences are open, and how many patterns were active on the last day of actions.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ yields: first_action_at DATETIME
//@ yields: last_action_at DATETIME
//@ yields: last_run_at DATETIME
//@ yields: unevaluated BOOLEAN
//@ yields: open INTEGER
//@ yields: active INTEGER
//@ yields: active_then INTEGER
//@ yields: evidence_window_days INTEGER
//@ yields: promote_samples INTEGER
//@ yields: promote_confidence FLOAT
CALL () {
  MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
  RETURN a.started_at AS first ORDER BY a.workspace_id, a.started_at LIMIT 1
  UNION ALL
  RETURN null AS first
}
WITH min(first) AS first
CALL () {
  MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
  RETURN a.started_at AS latest ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT 1
  UNION ALL
  RETURN null AS latest
}
WITH first, max(latest) AS latest
CALL () {
  MATCH (r:_mem:pass_run) USING INDEX SEEK r:pass_run(workspace_id, pass, now)
  WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now IS NOT NULL
  RETURN max(r.now) AS last_run
}
CALL (latest) {
  WITH CASE WHEN latest IS NULL THEN null ELSE datetime.truncate('day', latest) + duration({days: 1}) END AS end
  UNWIND ['active', 'superseded', 'deleted'] AS status
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type IS NOT NULL
  RETURN count(CASE WHEN status = 'active' THEN 1 END) AS active,
         count(CASE WHEN p.promoted_at < end AND coalesce(p.superseded_at >= end, true)
                      AND coalesce(p.deleted_at >= end, true)
                      AND (status = 'active' OR p.superseded_at IS NOT NULL OR p.deleted_at IS NOT NULL)
               THEN 1 END) AS active_then
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN first AS first_action_at, latest AS last_action_at, last_run AS last_run_at,
       EXISTS { MATCH (s:_mem:session) USING INDEX SEEK s:session(workspace_id, pending_from)
                WHERE s.workspace_id = $workspace_id AND s.pending_from <= $now }
         OR EXISTS { MATCH (q:_mem:sequence) USING INDEX SEEK q:sequence(workspace_id, uncounted_at)
                     WHERE q.workspace_id = $workspace_id AND q.uncounted_at <= $now } AS unevaluated,
       COUNT { MATCH (q:_mem:sequence) USING INDEX SEEK q:sequence(workspace_id, uncounted_at)
               WHERE q.workspace_id = $workspace_id AND q.uncounted_at > $now } AS open,
       active, active_then, coalesce(w.evidence_window_days, 30) AS evidence_window_days,
       coalesce(w.promote_samples, 5) AS promote_samples, coalesce(w.promote_confidence, 0.6) AS promote_confidence
