//@ query: node_tallies
//@ summary: What was done on each target; which one it was is not kept.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (n:_mem:node_tally) WHERE n.workspace_id = $workspace_id AND n.action_type IS NOT NULL AND n.last_day IS NOT NULL
RETURN n {.*, id: null, rev: null, created_at: null} AS properties ORDER BY n.id
