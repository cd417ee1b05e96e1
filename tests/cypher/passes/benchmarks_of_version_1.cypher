//@ query: benchmarks_of_version_1
//@ summary: Make the benchmarks those of the pass's first version, whose delta was value - baseline of every metric.
//@ param: workspace_id STRING
//@ yields: benchmarks INTEGER
MATCH (b:_mem:benchmark)
WHERE b.workspace_id = $workspace_id AND b.metric_id IS NOT NULL
SET b.delta_vs_baseline = b.value - b.baseline, b.pass_version = 1
RETURN count(b) AS benchmarks
