//@ pass: pilot
//@ version: 1
//@ summary: Switch warnings off where more runs fail with them than without, and the workspace allows it.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: run_id STRING
//@ yields: stopped INTEGER
//@ yields: remaining INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, CASE WHEN $settings.stop_harmful_injection AND $settings.injection_enabled AND $settings.holdout_rate > 0
               AND $settings.holdout_unit = 'session' THEN [1] ELSE [] END AS watched
CALL (w, watched) {
  UNWIND watched AS _
  CALL oxgraph.run_effect($workspace_id, null, $now)
  YIELD shown_runs, shown_failed, withheld_runs, withheld_failed, risk_reduction, low, high, harms
  WITH * WHERE harms
  SET w.injection_enabled = false, w.injection_stopped_at = $now
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [w.id, 'injection_stopped', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = w.id, x.subject_kind = 'workspace',
    x.rule = 'injection_stopped', x.inputs = '{"shown_runs":' + toString(shown_runs)
               + ',"shown_failed":' + toString(shown_failed) + ',"withheld_runs":' + toString(withheld_runs)
               + ',"withheld_failed":' + toString(withheld_failed) + ',"risk_reduction":' + toString(risk_reduction)
               + ',"low":' + toString(low) + ',"high":' + toString(high) + '}'
  RETURN count(*) AS stopped
}
RETURN stopped, 0 AS remaining
