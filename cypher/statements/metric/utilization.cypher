//@ statement: metric/utilization
//@ summary: Of the sequences that were shown a failure pattern, the share that then did not commit it.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: since DATETIME
//@ param: until DATETIME
//@ param: baseline_sequences INTEGER
//@ yields: value FLOAT
//@ yields: baseline FLOAT
//@ yields: delta_vs_baseline FLOAT
//@ yields: sample_count INTEGER
// Window and baseline as in metric/value. A sequence commits a pattern that it was shown when an action of it, at or
// after the one that the pattern was shown to, fails with the pattern's key; a pattern of a context is of any failure,
// whatever its code. The order is that of the chain, in which
// an action without seq comes last.
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
MATCH (s)-[:`_mem:contains`]->(shown:_mem:action)<-[:`_mem:injected`]-(p:_mem:pattern)
WHERE p.error_code <> 'None'
WITH part, s, collect({at: shown.started_at, seq: coalesce(shown.seq, 9223372036854775807), id: shown.id, pattern: p}) AS warnings
WITH part, none(warning IN warnings WHERE EXISTS {
  MATCH (s)-[:`_mem:contains`]->(a:_mem:action)
  WHERE a.action_type = warning.pattern.action_type
    AND CASE WHEN warning.pattern.context IS NULL THEN a.error_code = warning.pattern.error_code ELSE a.outcome = 'failure' END
    AND coalesce(a.target_node_type, '') = coalesce(warning.pattern.node_type, '')
    AND (a.started_at > warning.at OR a.started_at = warning.at AND (coalesce(a.seq, 9223372036854775807) > warning.seq
         OR coalesce(a.seq, 9223372036854775807) = warning.seq AND a.id >= warning.id))
}) AS avoided
WITH part, count(*) AS samples, toFloat(count(CASE WHEN avoided THEN 1 END)) / count(*) AS figure
WITH max(CASE part WHEN 'window' THEN figure END) AS value,
     max(CASE part WHEN 'baseline' THEN figure END) AS baseline,
     coalesce(max(CASE part WHEN 'window' THEN samples END), 0) AS sample_count
RETURN value, baseline, value - baseline AS delta_vs_baseline, sample_count
