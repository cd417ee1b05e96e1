//@ statement: pattern/calibration
//@ summary: How often what the forecast predicted failed, by the probability, from the threshold on, and where agents were warned.
//@ param: workspace_id STRING
//@ param: window_days INTEGER
//@ param: now DATETIME
//@ param: actions INTEGER
//@ yields: bins LIST<MAP>
//@ yields: warned INTEGER
//@ yields: warned_failures INTEGER
//@ yields: shown INTEGER
//@ yields: shown_failures INTEGER
// The cases are those that pass 2 fits the forecast to.
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND size(t.ledger_days) > 0
  RETURN collect(t {.ledger_days, .ledger_cells, .ledger_actions, .ledger_failures, .ledger_plain, .ledger_shift}) AS ledgers
}
OPTIONAL MATCH (f:_mem:forecast {workspace_id: $workspace_id,
                                 id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
WITH oxgraph.calibration(ledgers, $now.epochSeconds / 86400 - $window_days, coalesce(f {.*}, {})) AS found
// What agents were warned of its situation is none of the cases, as that it succeeds may be the warning's work.
CALL () {
  MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
  WHERE a.workspace_id = $workspace_id AND a.started_at <= $now AND a.started_at > $now - duration({days: $window_days})
  WITH a ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT $actions
  WITH a WHERE EXISTS {
    // A pattern, or a situation that is none yet.
    MATCH (a)<-[:`_mem:injected`]-(p:_mem)
    WHERE p.action_type = a.action_type AND coalesce(p.node_type, '') = coalesce(a.target_node_type, '')
      AND p.error_code <> 'None'
  }
  RETURN count(*) AS shown, sum(CASE a.outcome WHEN 'failure' THEN 1 ELSE 0 END) AS shown_failures
}
RETURN found.bins AS bins, found.warned AS warned, found.warned_failures AS warned_failures, shown, shown_failures
