//@ statement: pattern/effect
//@ summary: How often a workspace's patterns (or those named) were followed by failure where they may be shown and where they are withheld, and where they were shown and not.
//@ plan: one
//@ param: workspace_id STRING
//@ param: pattern_ids LIST<STRING>
//@ param: since DATETIME
//@ param: now DATETIME
//@ param: actions INTEGER
//@ yields: holdout_rate FLOAT
//@ yields: holdout_since DATETIME
//@ yields: counted_actions INTEGER
//@ yields: counted_since DATETIME
//@ yields: patterns LIST<MAP>
// 2.576: 99%, as the interval of the difference.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL () {
  CALL oxgraph.effect($workspace_id, $pattern_ids, $since, $now)
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
  RETURN collect(row) AS rows
}
// What was shown before the newest actions, and what failed then. A former version of a pattern is the same pattern, which
// its error code and its situation name among those of a type of action and node.
CALL (*) {
  MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.started_at <= $now AND ($since IS NULL OR a.started_at >= $since)
  WITH a ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT $actions
  WITH a.action_type AS action_type, coalesce(a.target_node_type, '') AS node_type, a.started_at AS at,
       CASE a.outcome WHEN 'success' THEN 'None' ELSE coalesce(a.error_code, 'UnknownError') END AS error_code,
       COLLECT { MATCH (p)-[:`_mem:injected`]->(a)
                 WHERE p.action_type = a.action_type AND coalesce(p.node_type, '') = coalesce(a.target_node_type, '')
                 RETURN DISTINCT [p.error_code, coalesce(p.context, '')] AS key ORDER BY key } AS shown
  WITH action_type, node_type, error_code, shown, count(*) AS number, min(at) AS first
  WITH sum(number) AS counted_actions, min(first) AS counted_since,
       collect({action_type: action_type, node_type: node_type, error_code: error_code, shown: shown, number: number}) AS groups
  RETURN counted_actions, counted_since, COLLECT {
    UNWIND range(0, size(rows) - 1) AS place
    WITH place, rows[place] AS row
    // Actions out of a situation are no comparison for those in it.
    WITH place, row, [g IN groups WHERE g.action_type = row.action_type AND g.node_type = coalesce(row.node_type, '')
                      | {number: g.number, shown: [row.error_code, coalesce(row.context, '')] IN g.shown,
                         failed: CASE WHEN row.context IS NULL AND row.error_code <> 'None' THEN g.error_code = row.error_code
                                      ELSE g.error_code <> 'None' END}] AS of
    WITH place, row, [g IN of WHERE g.shown] AS shown,
         CASE WHEN row.context IS NULL THEN [g IN of WHERE NOT g.shown] END AS others
    ORDER BY place
    RETURN row {.*, actions_shown: reduce(n = 0, g IN shown | n + g.number),
                actions_shown_failed: reduce(n = 0, g IN [g IN shown WHERE g.failed] | n + g.number),
                actions_not_shown: reduce(n = 0, g IN others | n + g.number),
                actions_not_shown_failed: reduce(n = 0, g IN [g IN others WHERE g.failed] | n + g.number)} AS row
  } AS patterns
}
RETURN coalesce(w.holdout_rate, 0.0) AS holdout_rate,
       CASE WHEN w.holdout_rate > 0 THEN w.holdout_since END AS holdout_since,
       counted_actions, counted_since, patterns
