-- Metrics by SQL: the figures of cypher/statements/metric/value.cypher, utilization.cypher and of the pass benchmarks,
-- bit for bit; tests hold them together. Security invoker: a reader's figures are of the rows that it sees.

-- Window and baseline: sequences closed at now that ended after since and not after until; and the workspace's first
-- baseline_sequences closed ones.
CREATE FUNCTION app.metric_cohorts(
  workspace_id text, now timestamptz, since timestamptz, until timestamptz, baseline_sequences bigint)
RETURNS TABLE (part text, sequence_id uuid)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT 'window', s.id
  FROM agent_memory.agent_sequences s
  WHERE s.workspace_id = metric_cohorts.workspace_id AND s.closes_at > since AND s.closes_at <= now
    AND s.ended_at > since AND s.ended_at <= until
  UNION ALL
  (SELECT 'baseline', s.id
   FROM agent_memory.agent_sequences s
   WHERE s.workspace_id = metric_cohorts.workspace_id AND s.started_at IS NOT NULL AND s.closes_at <= now
   ORDER BY s.started_at, s.id
   LIMIT baseline_sequences)
$$;
COMMENT ON FUNCTION app.metric_cohorts(text, timestamptz, timestamptz, timestamptz, bigint) IS
  'The sequences that a metric looks at: those of its window, and those of its baseline.';

-- As Cypher's percentileCont: between two neighbours, each by its nearness. Postgres' own rounds otherwise.
CREATE FUNCTION app.percentile_cont(sorted double precision[], fraction double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE
    WHEN n = 0 THEN NULL
    WHEN fraction = 1 OR n = 1 THEN sorted[n]
    WHEN ceil(at) = floor(at) THEN sorted[floor(at)::integer + 1]
    ELSE sorted[floor(at)::integer + 1] * (ceil(at) - at) + sorted[ceil(at)::integer + 1] * (at - floor(at)) END
  FROM (SELECT cardinality(sorted) AS n, fraction * (cardinality(sorted) - 1) AS at) x
$$;
COMMENT ON FUNCTION app.percentile_cont(double precision[], double precision) IS
  'The value below which a fraction of sorted values lies, interpolated and rounded as Cypher''s percentileCont.';

CREATE FUNCTION agent_memory.metric_value(
  workspace_id text, now timestamptz, since timestamptz, until timestamptz, action_types text[], node_types text[],
  outcome text, action_count_below bigint, aggregation text, baseline_sequences bigint)
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
  SELECT value, baseline, value - baseline, samples FROM sides
$$;
COMMENT ON FUNCTION agent_memory.metric_value(
  text, timestamptz, timestamptz, timestamptz, text[], text[], text, bigint, text, bigint) IS
  'What a metric over sequences says of (since, until], beside its baseline. Empty lists: any type; a null condition: none; aggregation: rate, average or p95. No sequence: null and 0.';

-- A sequence heeded a warning when no action of it, at or after the one that the pattern was shown to, fails with the
-- pattern's key. action_ids has the order of the chain.
CREATE FUNCTION agent_memory.metric_utilization(
  workspace_id text, now timestamptz, since timestamptz, until timestamptz, baseline_sequences bigint)
RETURNS TABLE (value double precision, baseline double precision, delta_vs_baseline double precision,
               sample_count bigint)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  WITH steps AS (
    SELECT c.part, c.sequence_id, x.place, a.action_type, a.target_node_type, a.error_code, a.injected_pattern_ids
    FROM app.metric_cohorts(metric_utilization.workspace_id, now, since, until, baseline_sequences) c
    JOIN agent_memory.agent_sequences s ON s.workspace_id = metric_utilization.workspace_id AND s.id = c.sequence_id
    CROSS JOIN unnest(s.action_ids) WITH ORDINALITY AS x (action_id, place)
    JOIN agent_memory.agent_actions a ON a.workspace_id = metric_utilization.workspace_id AND a.id = x.action_id
  ), warnings AS (
    SELECT w.part, w.sequence_id, w.place, p.action_type, p.node_type, p.error_code
    FROM steps w
    CROSS JOIN unnest(w.injected_pattern_ids) AS i (pattern_id)
    JOIN agent_memory.agent_patterns p ON p.workspace_id = metric_utilization.workspace_id AND p.id = i.pattern_id
    WHERE p.error_code <> 'None'
  ), sequences AS (
    SELECT w.part, w.sequence_id, NOT bool_or(EXISTS (
             SELECT FROM steps a
             WHERE a.part = w.part AND a.sequence_id = w.sequence_id AND a.place >= w.place
               AND a.error_code = w.error_code AND a.action_type = w.action_type
               AND coalesce(a.target_node_type, '') = coalesce(w.node_type, ''))) AS heeded
    FROM warnings w GROUP BY w.part, w.sequence_id
  ), figures AS (
    SELECT part, count(*) AS samples, (count(*) FILTER (WHERE heeded))::double precision / count(*) AS figure
    FROM sequences GROUP BY part
  ), sides AS (
    SELECT max(figure) FILTER (WHERE part = 'window') AS value, max(figure) FILTER (WHERE part = 'baseline') AS baseline,
           coalesce(max(samples) FILTER (WHERE part = 'window'), 0) AS samples
    FROM figures
  )
  SELECT value, baseline, value - baseline, samples FROM sides
$$;
COMMENT ON FUNCTION agent_memory.metric_utilization(text, timestamptz, timestamptz, timestamptz, bigint) IS
  'Of the sequences that ended in (since, until] and were shown a failure pattern, the share that then did not commit it, beside its baseline. No such sequence: null and 0.';

-- workspace_id: for those who see all rows; a reader's is its own.
CREATE FUNCTION agent_memory.metric(name text, now timestamptz DEFAULT now(), workspace_id text DEFAULT NULL)
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
      m.condition_action_count_below, m.aggregation, x.baseline_sequences)
    WHERE m.kind = 'sequences'
    UNION ALL
    SELECT * FROM agent_memory.metric_utilization(
      m.workspace_id, metric.now, x.since, metric.now, x.baseline_sequences)
    WHERE m.kind = 'pattern_utilization'
  ) f
  WHERE m.workspace_id = coalesce(metric.workspace_id, app.current_workspace()) AND m.name = metric.name
$$;
COMMENT ON FUNCTION agent_memory.metric(text, timestamptz, text) IS
  'What a saved metric says at an instant, over its own window; no row where there is none of that name.';

GRANT EXECUTE ON FUNCTION app.metric_cohorts(text, timestamptz, timestamptz, timestamptz, bigint),
  app.percentile_cont(double precision[], double precision),
  agent_memory.metric_value(text, timestamptz, timestamptz, timestamptz, text[], text[], text, bigint, text, bigint),
  agent_memory.metric_utilization(text, timestamptz, timestamptz, timestamptz, bigint),
  agent_memory.metric(text, timestamptz, text)
  TO oxgraph_reader, oxgraph_writer;
