//@ query: situational_pattern
//@ summary: An active pattern of what fails in a situation, as pass 2 writes them.
//@ param: workspace_id STRING
//@ param: now DATETIME
CREATE (:_mem:pattern {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern', ['charge', 'run=2']), created_at: $now,
  name: 'charge:Order:AnyError run=2', action_type: 'charge', node_type: 'Order', error_code: 'AnyError', context: 'run=2',
  context_text: 'after two failed attempts in a row', version: 1, status: 'active', sample_count: 6, action_count: 8,
  total_count: 9, other_count: 30, other_failures: 10, lift: 1.93, log_evidence: 3.5, confidence: 0.89,
  evidence_confidence: 0.89, interval_low: 0.57, interval_high: 0.98, first_seen: $now, last_seen: $now,
  promoted_at: $now, suppressed: false, pass: 'patterns', pass_version: 1, next_action_type: 'read', next_count: 4, next_total: 5
})
