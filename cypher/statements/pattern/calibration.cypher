//@ statement: pattern/calibration
//@ summary: How often what the forecast predicted failed, by the probability, and how often that was so from the threshold on.
//@ param: workspace_id STRING
//@ param: window_days INTEGER
//@ param: now DATETIME
//@ yields: bins LIST<MAP>
//@ yields: warned INTEGER
//@ yields: warned_failures INTEGER
// The cases are those that pass 2 fits the forecast to.
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND size(t.ledger_days) > 0
  RETURN collect(t {.ledger_days, .ledger_cells, .ledger_actions, .ledger_failures, .ledger_plain, .ledger_shift}) AS ledgers
}
OPTIONAL MATCH (f:_mem:forecast {workspace_id: $workspace_id,
                                 id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
WITH oxgraph.calibration(ledgers, $now.epochSeconds / 86400 - $window_days, coalesce(f {.*}, {})) AS found
RETURN found.bins AS bins, found.warned AS warned, found.warned_failures AS warned_failures
