//@ pass: freshness
//@ version: 1
//@ summary: Expire the memories that nobody has read for so long that their freshness is below the floor.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: expired INTEGER
//@ yields: remaining INTEGER
CALL () {
  UNWIND $settings.half_lives AS kind
  CALL (kind) {
    // Being read makes a memory fresher, never staler: what was last read later than this cannot be below the floor.
    MATCH (m:_mem:memory)
    WHERE m.workspace_id = $workspace_id AND m.type = kind.type AND m.status = 'active'
      AND m.last_accessed_at < $now - duration({seconds: kind.seconds_to_floor})
      AND m.policy = 'freshness'
      AND oxgraph.freshness(m.last_accessed_at, kind.days, m.access_count, $now) < $settings.expire_freshness
    RETURN m LIMIT $batch
  }
  WITH m, kind LIMIT $batch
  RETURN collect({id: m.id, subject_id: m.subject_id, days: kind.days}) AS found
}
// Writers of a subject stand in line for its node, in the order of ids, those of none for a node that stands for that.
CALL (found) {
  UNWIND found AS one
  WITH DISTINCT CASE one.subject_id WHEN '' THEN oxgraph.stable_id($workspace_id, 'lock', ['no_subject'])
                ELSE one.subject_id END AS id ORDER BY id
  MATCH (e:_mem {workspace_id: $workspace_id, id: id})
  SET e.workspace_id = e.workspace_id
  RETURN count(*) AS locked
}
CALL (found, locked) {
  UNWIND found AS one
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: one.id})
  WITH m, one.days AS days, oxgraph.freshness(m.last_accessed_at, one.days, m.access_count, $now) AS freshness
  WHERE m.status = 'active' AND freshness < $settings.expire_freshness
  SET m.status = 'expired', m.expired_at = $now, m.rank_weight = 1.0, m.needs_review = null
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, 'expired', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = m.id, x.subject_kind = 'memory',
    x.rule = 'expired', x.from_status = 'active', x.to_status = 'expired',
    x.inputs = '{"freshness":' + toString(freshness) + ',"half_life_days":' + toString(days)
               + ',"access_count":' + toString(m.access_count)
               + ',"last_accessed_at":"' + toString(m.last_accessed_at)
               + '","expire_freshness":' + toString($settings.expire_freshness) + '}'
  RETURN collect(m) AS expired
}
// Who contradicted one of them stands higher now.
CALL (expired) {
  UNWIND expired AS m
  MATCH (m)-[:`_mem:contradicts`]-(o:_mem:memory)
  WHERE o.status = 'active'
  WITH DISTINCT o
  CALL (o) {
    MATCH (o)-[:`_mem:contradicts`]-(x:_mem:memory)
    WHERE x.status = 'active'
    RETURN min(CASE WHEN x.confidence > o.confidence THEN o.confidence / x.confidence ELSE 1.0 END) AS weight,
           max(CASE WHEN coalesce($settings.importances[x.predicate], 0.5) >= $settings.review_importance
                      OR coalesce($settings.importances[o.predicate], 0.5) >= $settings.review_importance
                    THEN true END) AS review
  }
  SET o.rank_weight = coalesce(weight, 1.0), o.needs_review = review
  RETURN count(*) AS settled
}
RETURN size(expired) AS expired, CASE WHEN size(found) = $batch THEN 1 ELSE 0 END AS remaining
