//@ query: metrics
//@ summary: Make metrics.
//@ param: workspace_id STRING
//@ param: metrics LIST<MAP>
//@ param: now DATETIME
UNWIND $metrics AS metric
CREATE (m:_mem:metric {workspace_id: $workspace_id, created_at: $now,
                       id: oxgraph.stable_id($workspace_id, 'metric', [metric.name])})
SET m += metric
