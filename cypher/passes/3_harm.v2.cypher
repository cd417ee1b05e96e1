//@ pass: harm
//@ version: 2
//@ summary: Patterns with which more runs, or more actions and no fewer runs, fail than without them retire themselves.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: run_id STRING
//@ yields: harmful INTEGER
//@ yields: remaining INTEGER
// Who shows one again has the last word until what happens afterwards alone says the same.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH CASE WHEN w.holdout_rate > 0 THEN [1] ELSE [] END AS held
CALL (held) {
  UNWIND held AS _
  CALL oxgraph.effect($workspace_id, null, null, $now)
  YIELD pattern_id, shown_trials, shown_failures, withheld_trials, withheld_failures, risk_reduction, low, high, harmful,
        runs_shown, runs_shown_failed, runs_withheld, runs_withheld_failed
  WITH * WHERE harmful
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: pattern_id})
  WHERE NOT coalesce(p.suppressed, false)
  SET p.suppressed = true, p.suppressed_at = $now, p.retired_by_lift = true
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [p.id, 'harmful', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = p.id, x.subject_kind = 'pattern',
    x.rule = 'harmful', x.from_status = p.status, x.to_status = p.status,
    x.inputs = '{"shown_trials":' + toString(shown_trials) + ',"shown_failures":' + toString(shown_failures)
               + ',"withheld_trials":' + toString(withheld_trials)
               + ',"withheld_failures":' + toString(withheld_failures) + ',"lift":' + toString(risk_reduction)
               + ',"low":' + toString(low) + ',"high":' + toString(high)
               + ',"runs_shown":' + toString(runs_shown) + ',"runs_shown_failed":' + toString(runs_shown_failed)
               + ',"runs_withheld":' + toString(runs_withheld)
               + ',"runs_withheld_failed":' + toString(runs_withheld_failed) + '}'
  RETURN count(*) AS harmful
}
RETURN harmful, 0 AS remaining
