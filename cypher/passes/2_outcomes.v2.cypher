//@ pass: outcomes
//@ version: 2
//@ summary: Learn from the runs of the evidence window how runs end: their risk, and the outcome patterns.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: run_id STRING
//@ yields: learned INTEGER
//@ yields: outcome_patterns INTEGER
//@ yields: outcome_transitions INTEGER
//@ yields: remaining INTEGER
// The window ends with the last run, so that imported runs are judged as of their own days. At most 4,000 runs, so that
// the cost does not grow with the history.
CALL () {
  MATCH (s:_mem:session) USING INDEX SEEK s:session(workspace_id, run_at)
  WHERE s.workspace_id = $workspace_id AND s.run_at <= $now
  WITH s ORDER BY s.workspace_id DESC, s.run_at DESC LIMIT 1
  RETURN collect(s.run_at) AS latest
}
WITH latest[0] AS end
CALL (end) {
  MATCH (s:_mem:session) USING INDEX SEEK s:session(workspace_id, run_at)
  WHERE s.workspace_id = $workspace_id AND s.run_at <= end
    AND s.run_at >= end - duration({days: $settings.evidence_window_days})
  WITH s ORDER BY s.workspace_id DESC, s.run_at DESC LIMIT 4000
  RETURN collect(s) AS runs
}
WITH CASE WHEN any(s IN runs WHERE s.run_scores IS NULL) THEN runs ELSE [] END AS runs
CALL (runs) {
  UNWIND runs[0..1] AS _
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status IN ['active', 'superseded', 'deleted'] AND p.node_type = '(run)'
    AND p.context STARTS WITH 'outcome='
  // The write lock: an operator's word waits for this commit.
  SET p.version = p.version
  RETURN collect(properties(p)) AS standing
}
WITH runs, oxgraph.fold_outcomes($workspace_id,
  [s IN runs | s {.id, .agent_id, .model, .intent, .outcome, .run_at, .run_kind, .run_steps, .run_targets, .run_scores}],
  standing, $settings) AS fold
CALL (fold) {
  UNWIND fold.scores AS row
  MATCH (s:_mem:session {workspace_id: $workspace_id, id: row.id})
  SET s.run_scores = row.scores
  RETURN count(*) AS learned
}
CALL (runs, fold) {
  UNWIND runs[0..1] AS _
  MERGE (m:_mem:run_risk {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'run_risk', [])})
  ON CREATE SET m.created_at = $now
  SET m += fold.model, m.fitted_at = $now, m.pass = 'outcomes', m.pass_version = 2,
      m.changed_agents = [c IN fold.changes | c.agent_id], m.changed_models = [c IN fold.changes | c.model],
      m.changed_at = [c IN fold.changes | c.at], m.changed_measures = [c IN fold.changes | c.measure],
      m.changed_before = [c IN fold.changes | c.before], m.changed_after = [c IN fold.changes | c.after]
  WITH m
  UNWIND fold.changes AS c
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, 'agent_changed', c.agent_id, c.model, c.measure, toString(c.at.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = m.id, x.subject_kind = 'run_risk',
    x.rule = 'agent_changed', x.inputs = c.inputs
}
CALL (fold) {
  UNWIND fold.versions AS row
  MERGE (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET p.created_at = $now, p.confidence = row.properties.evidence_confidence
  SET p += row.properties, p.pass = 'outcomes', p.pass_version = 2
  WITH p, row
  CALL (p, row) {
    UNWIND row.evidence AS session_id
    MATCH (s:_mem:session {workspace_id: $workspace_id, id: session_id})
    CALL (s) {
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.session_id = s.session_id AND q.started_at IS NOT NULL
      RETURN q ORDER BY q.started_at DESC LIMIT 1
    }
    MERGE (p)-[:`_mem:evidence`]->(q)
  }
  RETURN count(*) AS written
}
CALL (fold) {
  UNWIND [row IN fold.versions WHERE row.supersedes IS NOT NULL] AS row
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
  MATCH (older:_mem:pattern {workspace_id: $workspace_id, id: row.supersedes})
  MERGE (p)-[:`_mem:supersedes`]->(older)
}
CALL (fold) {
  UNWIND fold.transitions AS row
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET x = row {.*, workspace_id: $workspace_id, subject_kind: 'pattern', run_id: $run_id, created_at: $now}
}
// Ageing: what no run has shown for a while.
CALL () {
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.node_type = '(run)'
    AND p.context STARTS WITH 'outcome='
  WITH p, oxgraph.decay(p.evidence_confidence, p.last_seen, $now, $settings.decay_after_days,
                        $settings.decay_factor) AS confidence
  WHERE p.confidence <> confidence
  SET p.confidence = confidence
  WITH p WHERE p.annotation IS NULL AND p.confidence < $settings.retire_confidence
    AND p.confidence < p.evidence_confidence / 2
  SET p.status = 'deleted', p.deleted_at = $now
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [p.id, 'retired', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = p.id, x.subject_kind = 'pattern',
    x.rule = 'retired', x.from_status = 'active', x.to_status = 'deleted',
    x.inputs = '{"confidence":' + toString(p.confidence) + '}'
  RETURN count(*) AS retired
}
RETURN learned, written AS outcome_patterns, size(fold.transitions) + retired AS outcome_transitions, 0 AS remaining
