//@ query: benchmark_trend
//@ summary: A metric day by day against its baseline.
//@ param: workspace_id STRING
//@ param: metric STRING
//@ yields: date DATE
//@ yields: value FLOAT
//@ yields: baseline FLOAT
//@ yields: delta_vs_baseline FLOAT
//@ yields: sample_count INTEGER
MATCH (m:metric {workspace_id: $workspace_id, name: $metric})
MATCH (b:benchmark)
WHERE b.workspace_id = $workspace_id AND b.metric_id = m.id AND b.date IS NOT NULL
RETURN b.date AS date, b.value AS value, b.baseline AS baseline, b.delta_vs_baseline AS delta_vs_baseline,
       b.sample_count AS sample_count
ORDER BY date
