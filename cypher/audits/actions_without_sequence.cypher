//@ audit: actions_without_sequence
//@ summary: Actions that belong to no sequence although pass 1 should have placed them.
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: action_id STRING
//@ yields: session_id STRING
//@ yields: started_at DATETIME
// Actions of the last hour and pending sessions are left to the next run of pass 1.
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (a:_mem:action)
  WHERE a.workspace_id = w.id AND a.started_at < $now - duration({hours: 1})
    AND NOT EXISTS { (a)<-[:`_mem:contains`]-() }
    AND NOT EXISTS {
      MATCH (s:_mem:session {workspace_id: w.id, id: oxgraph.stable_id(w.id, 'session', [a.session_id])})
      WHERE s.pending_from IS NOT NULL
    }
  RETURN a LIMIT 100
}
RETURN w.id AS workspace_id, a.id AS action_id, a.session_id AS session_id, a.started_at AS started_at
