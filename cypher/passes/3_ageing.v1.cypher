//@ pass: ageing
//@ version: 1
//@ summary: Decay the patterns that nothing reinforces, from their evidence, so that running it twice changes nothing.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: run_id STRING
//@ yields: aged INTEGER
//@ yields: retired INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (k:_mem:pattern_key)
  WHERE k.workspace_id = $workspace_id AND k.action_type IS NOT NULL AND k.fold_status = 'active'
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: k.pattern_id})
  WITH k, p, oxgraph.decay(k.evidence_confidence, k.last_seen, $now, $settings.decay_after_days,
                           $settings.decay_factor) AS confidence,
       k.lapses_after < $now AND p.annotation IS NULL AS lapsed
  WITH k, p, confidence, coalesce(lapsed, false) AS lapsed
  WITH k, p, confidence, lapsed, CASE WHEN lapsed THEN 'deleted' ELSE 'active' END AS status
  WHERE k.confidence <> confidence OR k.status <> status OR p.confidence <> confidence OR p.status <> status
  SET k.confidence = confidence, k.status = status, p.confidence = confidence, p.status = status,
      p.deleted_at = CASE WHEN lapsed THEN k.lapses_after ELSE null END
  WITH k, p, confidence, lapsed
  CALL (k, p, confidence, lapsed) {
    WITH k, p, confidence WHERE lapsed
    MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
      [p.id, 'retired', toString(k.lapses_after.epochMillis)])})
    ON CREATE SET x.created_at = $now, x.at = k.lapses_after, x.run_id = $run_id, x.subject_id = p.id,
      x.subject_kind = 'pattern', x.rule = 'retired', x.from_status = 'active', x.to_status = 'deleted',
      x.inputs = '{"confidence":' + toString(confidence) + ',"retire_confidence":'
                 + toString($settings.retire_confidence) + '}'
  }
  RETURN count(*) AS aged, sum(CASE WHEN lapsed THEN 1 ELSE 0 END) AS retired
}
RETURN aged, retired, 0 AS remaining
