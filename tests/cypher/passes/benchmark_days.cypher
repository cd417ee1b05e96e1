//@ query: benchmark_days
//@ summary: The benchmarks of a workspace by day and metric.
//@ param: workspace_id STRING
//@ yields: date STRING
//@ yields: name STRING
//@ yields: value FLOAT
//@ yields: baseline FLOAT
//@ yields: delta FLOAT
//@ yields: samples INTEGER
MATCH (b:_mem:benchmark) WHERE b.workspace_id = $workspace_id AND b.date IS NOT NULL
RETURN toString(b.date) AS date, b.metric_name AS name, b.value AS value, b.baseline AS baseline,
       b.delta_vs_baseline AS delta, b.sample_count AS samples
ORDER BY date, name
