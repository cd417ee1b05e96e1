//@ statement: benchmark/trend
//@ summary: The latest benchmarks of a metric, up to a day, newest first.
//@ param: workspace_id STRING
//@ param: metric_id STRING
//@ param: better STRING
//@ param: limit INTEGER
//@ param: until DATETIME
//@ yields: metric_id STRING
//@ yields: metric_name STRING
//@ yields: date STRING
//@ yields: value FLOAT
//@ yields: baseline FLOAT
//@ yields: delta_vs_baseline FLOAT
//@ yields: sample_count INTEGER
//@ yields: computed_at DATETIME
// The delta is computed, so that it has one sign on all days, also where the direction of the metric was changed.
MATCH (b:_mem:benchmark)
WHERE b.workspace_id = $workspace_id AND b.metric_id = $metric_id AND b.date <= date(coalesce($until, datetime({year: 9999})))
WITH b ORDER BY b.workspace_id DESC, b.metric_id DESC, b.date DESC LIMIT $limit
RETURN b.metric_id AS metric_id, b.metric_name AS metric_name, toString(b.date) AS date, b.value AS value,
       b.baseline AS baseline,
       CASE $better WHEN 'lower' THEN b.baseline - b.value ELSE b.value - b.baseline END AS delta_vs_baseline,
       b.sample_count AS sample_count,
       b.computed_at AS computed_at
ORDER BY date DESC
