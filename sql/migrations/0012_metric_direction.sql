-- The sign of delta_vs_baseline: positive is an improvement, whatever the direction of the metric (better: higher, lower).

DROP FUNCTION agent_memory.metric_value(
  text, timestamptz, timestamptz, timestamptz, text[], text[], text, bigint, text, bigint);
CREATE FUNCTION agent_memory.metric_value(
  workspace_id text, now timestamptz, since timestamptz, until timestamptz, action_types text[], node_types text[],
  outcome text, action_count_below bigint, aggregation text, baseline_sequences bigint,
  better text DEFAULT 'higher')
RETURNS TABLE (value double precision, baseline double precision, delta_vs_baseline double precision,
               sample_count bigint)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  WITH asked AS (
    SELECT c.part, s.action_count::double precision AS length,
           (metric_value.outcome IS NULL OR s.outcome = metric_value.outcome)
             AND (action_count_below IS NULL OR s.action_count < action_count_below) AS meets
    FROM app.metric_cohorts(metric_value.workspace_id, now, since, until, baseline_sequences) c
    JOIN agent_memory.agent_sequences s ON s.workspace_id = metric_value.workspace_id AND s.id = c.sequence_id
    WHERE EXISTS (
      SELECT FROM unnest(s.tally_action_types, s.tally_node_types) AS t (action_type, node_type)
      WHERE (cardinality(action_types) = 0 OR t.action_type = ANY (action_types))
        AND (cardinality(node_types) = 0 OR t.node_type = ANY (node_types)))
  ), counted AS (
    SELECT part, count(*) AS matching, count(*) FILTER (WHERE meets) AS meeting,
           coalesce(sum(length) FILTER (WHERE meets), 0) AS total,
           array_agg(length ORDER BY length) FILTER (WHERE meets AND length IS NOT NULL) AS lengths
    FROM asked GROUP BY part
  ), figures AS (
    SELECT part,
           CASE aggregation WHEN 'rate' THEN meeting::double precision / matching
             WHEN 'average' THEN CASE WHEN meeting > 0 THEN total / meeting END
             ELSE app.percentile_cont(lengths, 0.95) END AS figure,
           CASE aggregation WHEN 'rate' THEN matching ELSE meeting END AS samples
    FROM counted
  ), sides AS (
    SELECT max(figure) FILTER (WHERE part = 'window') AS value, max(figure) FILTER (WHERE part = 'baseline') AS baseline,
           coalesce(max(samples) FILTER (WHERE part = 'window'), 0) AS samples
    FROM figures
  )
  SELECT value, baseline,
         CASE better WHEN 'lower' THEN baseline - value ELSE value - baseline END, samples
  FROM sides
$$;
COMMENT ON FUNCTION agent_memory.metric_value(
  text, timestamptz, timestamptz, timestamptz, text[], text[], text, bigint, text, bigint, text) IS
  'What a metric over sequences says of (since, until], beside its baseline. Empty lists: any type; a null condition: none; aggregation: rate, average or p95; better: higher or lower, which gives the sign of delta_vs_baseline. No sequence: null and 0.';
GRANT EXECUTE ON FUNCTION agent_memory.metric_value(
  text, timestamptz, timestamptz, timestamptz, text[], text[], text, bigint, text, bigint, text)
TO oxgraph_reader, oxgraph_writer;

CREATE OR REPLACE FUNCTION agent_memory.metric(name text, now timestamptz DEFAULT now(), workspace_id text DEFAULT NULL)
RETURNS TABLE (value double precision, baseline double precision, delta_vs_baseline double precision,
               sample_count bigint)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT f.value, f.baseline, f.delta_vs_baseline, f.sample_count
  FROM agent_memory.agent_metric_definitions m
  CROSS JOIN LATERAL (
    SELECT metric.now - make_interval(secs => 86400 * m.window_days::double precision) AS since,
           coalesce((SELECT (w.settings ->> 'baseline_sequences')::bigint FROM app.workspaces w
                     WHERE w.workspace_id = m.workspace_id), 50) AS baseline_sequences
  ) x
  CROSS JOIN LATERAL (
    SELECT * FROM agent_memory.metric_value(
      m.workspace_id, metric.now, x.since, metric.now, m.action_types, m.node_types, m.condition_outcome,
      m.condition_action_count_below, m.aggregation, x.baseline_sequences, m.better)
    WHERE m.kind = 'sequences'
    UNION ALL
    SELECT * FROM agent_memory.metric_utilization(
      m.workspace_id, metric.now, x.since, metric.now, x.baseline_sequences)
    WHERE m.kind = 'pattern_utilization'
  ) f
  WHERE m.workspace_id = coalesce(metric.workspace_id, app.current_workspace()) AND m.name = metric.name
$$;

-- From value and baseline, as the rows of benchmarks before this version have value - baseline in every direction.
CREATE OR REPLACE VIEW agent_memory.benchmark_trend AS
SELECT b.workspace_id, b.metric_id, b.metric_name, b.date, b.value, b.baseline,
       CASE m.better WHEN 'lower' THEN b.baseline - b.value ELSE b.value - b.baseline END AS delta_vs_baseline, b.sample_count,
       b.value - lag(b.value) OVER trend AS delta_vs_previous,
       avg(b.value) OVER (trend ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS average_of_seven, m.better,
       CASE m.better WHEN 'higher' THEN b.value > b.baseline WHEN 'lower' THEN b.value < b.baseline END AS improved
FROM agent_memory.agent_benchmarks b
LEFT JOIN agent_memory.agent_metric_definitions m ON m.workspace_id = b.workspace_id AND m.id = b.metric_id
WINDOW trend AS (PARTITION BY b.workspace_id, b.metric_id ORDER BY b.date);

COMMENT ON COLUMN agent_memory.agent_benchmarks.delta_vs_baseline IS
  'How much better than the baseline: value - baseline, or baseline - value where lower is better.';
COMMENT ON COLUMN agent_memory.benchmark_trend.delta_vs_baseline IS
  'How much better than the baseline: value - baseline, or baseline - value where lower is better.';
