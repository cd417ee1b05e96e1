//@ query: tallies
//@ summary: Every tally.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (t:_mem:tally) WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
RETURN t {.*, rev: null, created_at: null, pruned_at: null} AS properties ORDER BY t.id
