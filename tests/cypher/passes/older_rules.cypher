//@ query: older_rules
//@ summary: Let a workspace be as the rules before situations left it.
//@ param: workspace_id STRING
MATCH (t:_mem:tally)
WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
SET t.settings_digest = 'older', t.ledger_days = [], t.ledger_cells = [], t.ledger_actions = [],
    t.ledger_failures = [], t.ledger_plain = [], t.ledger_shift = [], t.day_failures = [],
    t.day_targeted_failures = [], t.counted_to = null, t.counted_to_id = null
WITH collect(t.id) AS ids
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
  AND (n:node_tally OR (n:pattern_key OR n:pattern) AND n.context IS NOT NULL)
DETACH DELETE n
