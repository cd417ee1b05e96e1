//@ pass: user_memory
//@ version: 2
//@ summary: Facts about users that were neither confirmed nor read lately lose confidence; the doubtful old ones are pruned.
//@ param: workspace_id STRING
//@ param: subject_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: decayed INTEGER
//@ yields: pruned INTEGER
//@ yields: questions INTEGER
//@ yields: remaining INTEGER
// One run is one step of the decay, whatever the day; a run at the same time changes nothing.
// Without a subject those of all users; with one, as `decay_old_facts` of the client asks, that user's alone.
CALL () {
  CALL () {
    WITH $subject_id AS subject_id WHERE subject_id IS NULL
    MATCH (m:_mem:memory)
    WHERE m.workspace_id = $workspace_id AND m.policy = 'confidence' AND m.status = 'active'
      AND m.reinforced_at IS NOT NULL
    RETURN m
    UNION ALL
    WITH $subject_id AS subject_id WHERE subject_id IS NOT NULL
    MATCH (m:_mem:memory)
    WHERE m.workspace_id = $workspace_id AND m.subject_id = subject_id AND m.predicate IS NOT NULL
      AND m.policy = 'confidence' AND m.status = 'active'
    RETURN m
  }
  WITH m
  WHERE m.reinforced_at <= $now - duration({days: $settings.user_decay_after_days})
      AND m.last_accessed_at <= $now - duration({days: $settings.user_decay_after_days})
      AND (m.decayed_at IS NULL OR m.decayed_at < $now)
    OR m.confidence < $settings.user_prune_confidence
      AND m.recorded_at < $now - duration({days: $settings.user_prune_after_days})
  WITH m LIMIT $batch
  RETURN collect({id: m.id, subject_id: m.subject_id}) AS found
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
  WHERE m.status = 'active' AND m.reinforced_at <= $now - duration({days: $settings.user_decay_after_days})
    AND m.last_accessed_at <= $now - duration({days: $settings.user_decay_after_days})
    AND (m.decayed_at IS NULL OR m.decayed_at < $now)
  SET m.confidence = m.confidence * $settings.user_decay_factor, m.decayed_on = date($now), m.decayed_at = $now
  RETURN collect(m) AS decayed
}
CALL (found, decayed) {
  UNWIND found AS one
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: one.id})
  WHERE m.status = 'active' AND m.confidence < $settings.user_prune_confidence
    AND m.recorded_at < $now - duration({days: $settings.user_prune_after_days})
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, 'pruned'])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = m.id, x.subject_kind = 'memory',
    x.rule = 'pruned', x.from_status = 'active', x.to_status = 'deleted',
    x.inputs = '{"confidence":' + toString(m.confidence) + ',"reinforced_at":"' + toString(m.reinforced_at)
               + '","recorded_at":"' + toString(m.recorded_at) + '"}'
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [m.id])})
  ON CREATE SET t.created_at = $now, t.node_id = m.id, t.kind = 'memory', t.reason = 'pruned', t.run_id = $run_id,
    t.deleted_at = $now
  // Deleted only once its opponents have been settled, among whom it counts no more.
  SET m.status = 'deleted'
  RETURN collect(m) AS doomed
}
// Weights go by confidences, so they move with them, at both ends.
CALL (decayed, doomed) {
  UNWIND decayed + doomed AS m
  CALL (m) {
    RETURN m AS o
    UNION
    MATCH (m)-[:`_mem:contradicts`]-(o:_mem:memory)
    RETURN o
  }
  WITH DISTINCT o WHERE o.status = 'active' AND EXISTS { (o)-[:`_mem:contradicts`]-() }
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
CALL (doomed, settled) {
  UNWIND doomed AS m
  MATCH (q:_mem:question)-[:`_mem:asks`]->(m)
  DETACH DELETE q
  RETURN count(*) AS questions
}
FOREACH (m IN doomed | DETACH DELETE m)
RETURN size(decayed) AS decayed, size(doomed) AS pruned, questions,
       CASE WHEN size(found) = $batch THEN 1 ELSE 0 END AS remaining
