//@ query: benchmarks
//@ summary: Every benchmark, oldest first.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: properties MAP
MATCH (b:_mem:benchmark)-[:`_mem:measures`]->(m:_mem:metric)
WHERE b.workspace_id = $workspace_id AND b.metric_id IS NOT NULL AND b.date IS NOT NULL
RETURN m.name AS name, b {.*, rev: null} AS properties ORDER BY b.date
