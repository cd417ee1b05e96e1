//@ pass: benchmarks
//@ version: 2
//@ summary: Measure each active metric, one benchmark a day for each.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ yields: benchmarks INTEGER
//@ yields: remaining INTEGER
// The same figures as the statements metric/value and metric/utilization give; tests hold them together.
// A positive delta is an improvement. Version 1 wrote value - baseline for every metric.
CALL () {
  MATCH (m:_mem:metric)
  WHERE m.workspace_id = $workspace_id AND m.name IS NOT NULL AND m.better = 'lower'
  MATCH (m)<-[:`_mem:measures`]-(b:_mem:benchmark)
  WHERE b.pass_version = 1
  SET b.delta_vs_baseline = b.baseline - b.value, b.pass_version = 2
  RETURN count(*) AS turned
}
MATCH (m:_mem:metric)
WHERE m.workspace_id = $workspace_id AND m.name IS NOT NULL AND m.active
WITH m, $now - duration({days: m.window_days}) AS since
CALL (m, since) {
  CALL (m, since) {
    WITH m, since WHERE m.kind = 'sequences'
    CALL (since) {
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.closes_at > since AND q.closes_at <= $now
        AND q.ended_at > since AND q.ended_at <= $now
      RETURN q, 'window' AS part
      UNION ALL
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.started_at IS NOT NULL AND q.closes_at <= $now
      RETURN q, 'baseline' AS part ORDER BY q.started_at, q.id LIMIT $settings.baseline_sequences
    }
    WITH m, part, q.action_count AS length,
         (m.condition_outcome IS NULL OR q.outcome = m.condition_outcome)
           AND (m.condition_action_count_below IS NULL OR q.action_count < m.condition_action_count_below) AS meets,
         any(i IN range(0, size(q.tally_action_types) - 1) WHERE
           (size(m.action_types) = 0 OR q.tally_action_types[i] IN m.action_types)
           AND (size(m.node_types) = 0 OR q.tally_node_types[i] IN m.node_types)) AS asked
    WHERE asked
    WITH m.aggregation AS aggregation, part, count(*) AS matching, count(CASE WHEN meets THEN 1 END) AS meeting,
         sum(CASE WHEN meets THEN length END) AS total,
         percentileCont(CASE WHEN meets THEN toFloat(length) END, 0.95) AS p95
    RETURN part, CASE aggregation 
      WHEN 'rate' THEN toFloat(meeting) / matching
      WHEN 'average' THEN CASE WHEN meeting > 0 THEN toFloat(total) / meeting END
      ELSE p95 END AS figure, CASE aggregation WHEN 'rate' THEN matching ELSE meeting END AS samples
    UNION ALL
    WITH m, since WHERE m.kind = 'pattern_utilization'
    CALL (since) {
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.closes_at > since AND q.closes_at <= $now
        AND q.ended_at > since AND q.ended_at <= $now
      RETURN q, 'window' AS part
      UNION ALL
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.started_at IS NOT NULL AND q.closes_at <= $now
      RETURN q, 'baseline' AS part ORDER BY q.started_at, q.id LIMIT $settings.baseline_sequences
    }
    MATCH (q)-[:`_mem:contains`]->(shown:_mem:action)<-[:`_mem:injected`]-(p:_mem:pattern)
    WHERE p.error_code <> 'None'
    WITH part, q, collect({at: shown.started_at, seq: coalesce(shown.seq, 9223372036854775807), id: shown.id, p: p})
           AS warnings
    // Heeded: no action at or after a warning has the key that it warned of; a pattern of a context warns of any failure.
    WITH part, none(warning IN warnings WHERE EXISTS {
      MATCH (q)-[:`_mem:contains`]->(a:_mem:action)
      WHERE a.action_type = warning.p.action_type
        AND CASE WHEN warning.p.context IS NULL THEN a.error_code = warning.p.error_code ELSE a.outcome = 'failure' END
        AND coalesce(a.target_node_type, '') = coalesce(warning.p.node_type, '')
        AND (a.started_at > warning.at OR a.started_at = warning.at
          AND (coalesce(a.seq, 9223372036854775807) > warning.seq
            OR coalesce(a.seq, 9223372036854775807) = warning.seq AND a.id >= warning.id))
    }) AS heeded
    RETURN part, toFloat(count(CASE WHEN heeded THEN 1 END)) / count(*) AS figure, count(*) AS samples
  }
  RETURN max(CASE part WHEN 'window' THEN figure END) AS value,
         max(CASE part WHEN 'baseline' THEN figure END) AS baseline,
         coalesce(max(CASE part WHEN 'window' THEN samples END), 0) AS sample_count
}
MERGE (b:_mem:benchmark {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'benchmark',
  [m.id, toString(date($now))])})
ON CREATE SET b.created_at = $now
WITH m, b, {metric_id: m.id, metric_name: m.name, date: date($now), value: value, baseline: baseline,
            delta_vs_baseline: CASE m.better WHEN 'lower' THEN baseline - value ELSE value - baseline END,
            sample_count: sample_count, pass: 'benchmarks', pass_version: 2}
       AS found
WITH m, b, found, any(key IN keys(found) WHERE coalesce(b[key] <> found[key], (b[key] IS NULL) <> (found[key] IS NULL)))
       AS differs
FOREACH (_ IN CASE WHEN differs THEN [1] ELSE [] END | SET b += found, b.computed_at = $now)
MERGE (b)-[:`_mem:measures`]->(m)
WITH count(CASE WHEN differs THEN 1 END) AS benchmarks
RETURN benchmarks, 0 AS remaining
