//@ statement: pattern/effect
//@ summary: How often a workspace's patterns (or one) were followed by failure where they may be shown and where they are withheld.
//@ plan: one
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ param: since DATETIME
//@ param: now DATETIME
//@ yields: holdout_rate FLOAT
//@ yields: holdout_since DATETIME
//@ yields: patterns LIST<MAP>
// 2.576: 99%, as the interval of the difference.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL () {
  CALL oxgraph.effect($workspace_id, CASE WHEN $pattern_id IS NULL THEN null ELSE [$pattern_id] END, $since, $now)
  YIELD pattern_id, name, context, shown_trials, shown_failures, withheld_trials, withheld_failures, shown_rate,
        withheld_rate, risk_reduction, low, high, harmful, runs_shown, runs_shown_failed, runs_withheld,
        runs_withheld_failed, runs_risk_reduction, runs_low, runs_high
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: pattern_id})
  WITH *, p {.action_type, .node_type, .error_code, suppressed: coalesce(p.suppressed, false),
             retired: coalesce(p.retired_by_lift, false), pattern_id: pattern_id, name: name, context: context,
             shown_trials: shown_trials, shown_failures: shown_failures, withheld_trials: withheld_trials,
             withheld_failures: withheld_failures, shown_rate: shown_rate, withheld_rate: withheld_rate,
             shown_interval: CASE WHEN shown_trials > 0 THEN oxgraph.wilson(shown_failures, shown_trials, 2.576) END,
             withheld_interval:
               CASE WHEN withheld_trials > 0 THEN oxgraph.wilson(withheld_failures, withheld_trials, 2.576) END,
             risk_reduction: risk_reduction, low: low, high: high, harmful: harmful,
             runs_shown: runs_shown, runs_shown_failed: runs_shown_failed, runs_withheld: runs_withheld,
             runs_withheld_failed: runs_withheld_failed, runs_risk_reduction: runs_risk_reduction,
             runs_low: runs_low, runs_high: runs_high,
             verdict: CASE WHEN harmful THEN 'harms' WHEN low > 0 THEN 'helps' WHEN risk_reduction IS NULL THEN 'untried'
                           ELSE 'uncertain' END} AS row
  ORDER BY coalesce(risk_reduction, -2.0) DESC, name, pattern_id
  RETURN collect(row) AS patterns
}
RETURN coalesce(w.holdout_rate, 0.0) AS holdout_rate,
       CASE WHEN w.holdout_rate > 0 THEN w.holdout_since END AS holdout_since, patterns
