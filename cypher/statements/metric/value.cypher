//@ statement: metric/value
//@ summary: What a metric over sequences says of a span of time, beside its baseline.
//@ plan: one
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: since DATETIME
//@ param: until DATETIME
//@ param: action_types LIST<STRING>
//@ param: node_types LIST<STRING>
//@ param: outcome STRING
//@ param: action_count_below INTEGER
//@ param: aggregation STRING
//@ param: better STRING
//@ param: baseline_sequences INTEGER
//@ yields: value FLOAT
//@ yields: baseline FLOAT
//@ yields: delta_vs_baseline FLOAT
//@ yields: sample_count INTEGER
// Counted are sequences closed at $now that ended after $since and not after $until, with at least one action of
// the types asked for (an empty list: any). A metric's window is ($now - window_days, $now]. outcome and
// action_count_below are the parsed condition; null is no condition. The baseline is the same over the workspace's
// first $baseline_sequences closed sequences, by started_at and id. A positive delta is an improvement. No sequence: null and 0, never zero.
CALL () {
  MATCH (s:_mem:sequence)
  WHERE s.workspace_id = $workspace_id AND s.closes_at > $since AND s.closes_at <= $now
    AND s.ended_at > $since AND s.ended_at <= $until
  RETURN s, 'window' AS part
  UNION ALL
  MATCH (s:_mem:sequence)
  USING INDEX SEEK s:sequence(workspace_id, started_at)
  WHERE s.workspace_id = $workspace_id AND s.started_at IS NOT NULL AND s.closes_at <= $now
  RETURN s, 'baseline' AS part
  ORDER BY s.workspace_id, s.started_at, s.id
  LIMIT $baseline_sequences
}
WITH part, s.action_count AS length,
     ($outcome IS NULL OR s.outcome = $outcome)
       AND ($action_count_below IS NULL OR s.action_count < $action_count_below) AS meets,
     any(i IN range(0, size(s.tally_action_types) - 1) WHERE
       (size($action_types) = 0 OR s.tally_action_types[i] IN $action_types)
       AND (size($node_types) = 0 OR s.tally_node_types[i] IN $node_types)) AS asked
WHERE asked
WITH part, count(*) AS matching, count(CASE WHEN meets THEN 1 END) AS meeting,
     sum(CASE WHEN meets THEN length END) AS total,
     percentileCont(CASE WHEN meets THEN toFloat(length) END, 0.95) AS p95
WITH part,
     CASE $aggregation WHEN 'rate' THEN toFloat(meeting) / matching
       WHEN 'average' THEN CASE WHEN meeting > 0 THEN toFloat(total) / meeting END
       ELSE p95 END AS figure,
     CASE $aggregation WHEN 'rate' THEN matching ELSE meeting END AS samples
WITH max(CASE part WHEN 'window' THEN figure END) AS value,
     max(CASE part WHEN 'baseline' THEN figure END) AS baseline,
     coalesce(max(CASE part WHEN 'window' THEN samples END), 0) AS sample_count
RETURN value, baseline, CASE $better WHEN 'lower' THEN baseline - value ELSE value - baseline END AS delta_vs_baseline,
       sample_count
