//@ audit: miscounted_patterns
//@ summary: Active patterns whose sample_count differs from the evidence counted within the window.
//@ yields: workspace_id STRING
//@ yields: pattern_id STRING
//@ yields: sample_count INTEGER
//@ yields: evidence INTEGER
// The window ends at the pair's last evaluation. Pairs that a pass is working on are left out.
MATCH (p:pattern)
WHERE p:_mem AND p.status = 'active' AND p.evidence_since IS NULL
MATCH (t:_mem:tally {workspace_id: p.workspace_id, id: oxgraph.stable_id(p.workspace_id, 'tally',
  [p.action_type, p.node_type])})
WHERE t.refold IS NULL AND t.pending_at IS NULL AND t.position_at IS NOT NULL
MATCH (w:_mem:workspace {workspace_id: p.workspace_id, id: p.workspace_id})
WITH p, datetime.truncate('day', t.position_at) - duration({days: coalesce(w.evidence_window_days, 30)}) AS since
WITH p, COUNT { MATCH (p)-[:`_mem:evidence`]->(q) WHERE q.closes_at >= since } AS evidence
WHERE evidence <> p.sample_count
RETURN p.workspace_id AS workspace_id, p.id AS pattern_id, p.sample_count AS sample_count, evidence
LIMIT 100
