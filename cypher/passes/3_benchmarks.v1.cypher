//@ pass: benchmarks
//@ version: 1
//@ summary: Measure each active metric, once a day.
//@ param: workspace_id STRING
//@ yields: benchmarks INTEGER
//@ yields: remaining INTEGER
OPTIONAL MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN 0 AS benchmarks, 0 AS remaining
