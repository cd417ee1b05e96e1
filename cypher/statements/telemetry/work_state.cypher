//@ statement: telemetry/work_state
//@ summary: When each pass was last done and last failed, of its newest 50 runs, and what waits for the worker.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: passes LIST<STRING>
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: passes LIST<MAP>
//@ yields: actions_wait_since DATETIME
//@ yields: messages_pending INTEGER
//@ yields: vectors_missing INTEGER
//@ yields: reviews INTEGER
//@ yields: memory_enabled BOOLEAN
//@ yields: injection_enabled BOOLEAN
// The counts stop at the limit.
UNWIND $passes AS pass
CALL (pass) {
  MATCH (r:_mem:pass_run) USING INDEX SEEK r:pass_run(workspace_id, pass, now)
  WHERE r.workspace_id = $workspace_id AND r.pass = pass AND r.now <= $now
  WITH r ORDER BY r.workspace_id DESC, r.pass DESC, r.now DESC LIMIT 50
  WITH collect(r) AS runs
  RETURN head([r IN runs WHERE r.status = 'done' | r.now]) AS done, head([r IN runs WHERE r.status = 'failed']) AS cut
}
WITH collect({name: pass, done_at: done, failed_at: cut.now, error_code: cut.error_code}) AS passes
CALL () {
  MATCH (s:_mem:session) USING INDEX SEEK s:session(workspace_id, pending_from)
  WHERE s.workspace_id = $workspace_id AND s.pending_from <= $now
  RETURN min(s.pending_from) AS actions_wait_since
}
CALL () {
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, extraction, next_attempt_at)
  WHERE n.workspace_id = $workspace_id AND n.extraction = 'pending' AND n.next_attempt_at <= $now
    AND ($visible IS NULL OR n.user_id IN $visible)
  WITH n LIMIT $limit
  RETURN count(n) AS messages_pending
}
CALL () {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, unembedded)
  WHERE n.workspace_id = $workspace_id AND n.unembedded = true AND ($visible IS NULL OR n.user_id IN $visible)
  WITH n LIMIT $limit
  RETURN count(n) AS vectors_missing
}
CALL () {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, needs_review)
  WHERE n.workspace_id = $workspace_id AND n.needs_review = true AND n.status = 'active'
    AND ($visible IS NULL OR n.user_id IN $visible)
  WITH n LIMIT $limit
  RETURN count(n) AS reviews
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN passes, actions_wait_since, messages_pending, vectors_missing, reviews,
       coalesce(w.memory_enabled, true) AS memory_enabled, coalesce(w.injection_enabled, true) AS injection_enabled
