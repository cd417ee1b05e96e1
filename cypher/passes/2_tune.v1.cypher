//@ pass: tune
//@ version: 1
//@ summary: Fit the forecast to what became of earlier estimates, and note when warnings stop coming true, or do so again.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: run_id STRING
//@ yields: fitted INTEGER
//@ yields: drifting INTEGER
//@ yields: steady INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND size(t.ledger_days) > 0
  // The order of names: sums of fractions hang on it.
  WITH t ORDER BY t.action_type, coalesce(t.node_type, '')
  RETURN collect(t {.ledger_days, .ledger_cells, .ledger_actions, .ledger_failures, .ledger_plain, .ledger_shift}) AS ledgers
}
OPTIONAL MATCH (known:_mem:forecast {workspace_id: $workspace_id,
                                     id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
WITH known, oxgraph.fit_forecast(ledgers, $now.epochSeconds / 86400 - $settings.evidence_window_days) AS fit
WITH known, fit, coalesce(known.drifting, false) AS before,
     CASE WHEN known IS NULL THEN fit.cases > 0 ELSE any(name IN keys(fit) WHERE known[name] <> fit[name]) END AS differs
CALL (known, fit, before, differs) {
  WITH known, fit, before WHERE differs
  MERGE (f:_mem:forecast {workspace_id: $workspace_id,
                          id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
  ON CREATE SET f.created_at = $now
  SET f += fit, f.fitted_at = $now, f.pass = 'patterns', f.pass_version = 1,
      f.drifting_since = CASE WHEN NOT fit.drifting THEN null WHEN before THEN f.drifting_since ELSE $now END
  WITH f, fit, before
  CALL (f, fit, before) {
    WITH f, fit, before WHERE fit.drifting <> before
    MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
      [f.id, CASE WHEN fit.drifting THEN 'drifting' ELSE 'steady' END, toString($now.epochMillis)])})
    ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = f.id,
      x.subject_kind = 'forecast', x.rule = CASE WHEN fit.drifting THEN 'drifting' ELSE 'steady' END,
      x.from_status = CASE WHEN before THEN 'drifting' ELSE 'steady' END,
      x.to_status = CASE WHEN fit.drifting THEN 'drifting' ELSE 'steady' END,
      x.inputs = '{"threshold":' + toString(fit.threshold) + ',"cases":' + toString(fit.cases) + '}'
    RETURN count(*) AS noted
  }
  RETURN count(*) AS fitted
}
RETURN fitted, CASE WHEN fit.drifting AND NOT before THEN 1 ELSE 0 END AS drifting,
       CASE WHEN before AND NOT fit.drifting THEN 1 ELSE 0 END AS steady, 0 AS remaining
