//@ pass: garbage
//@ version: 1
//@ summary: Delete what expired long ago and was never sure; a tombstone and the transitions stay.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: deleted INTEGER
//@ yields: questions INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (m:_mem:memory)
  WHERE m.workspace_id = $workspace_id AND m.expired_at <= $now - duration({days: $settings.collect_after_days})
    AND m.status = 'expired' AND m.confidence < $settings.collect_confidence
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
  WHERE m.status = 'expired' AND m.expired_at <= $now - duration({days: $settings.collect_after_days})
    AND m.confidence < $settings.collect_confidence
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, 'deleted'])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.run_id = $run_id, x.subject_id = m.id, x.subject_kind = 'memory',
    x.rule = 'deleted', x.from_status = 'expired', x.to_status = 'deleted',
    x.inputs = '{"confidence":' + toString(m.confidence) + ',"expired_at":"' + toString(m.expired_at) + '"}'
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [m.id])})
  ON CREATE SET t.created_at = $now, t.node_id = m.id, t.kind = 'memory', t.reason = 'deleted', t.run_id = $run_id,
    t.deleted_at = $now
  RETURN collect(m) AS doomed
}
CALL (doomed) {
  UNWIND doomed AS m
  MATCH (q:_mem:question)-[:`_mem:asks`]->(m)
  DETACH DELETE q
  RETURN count(*) AS questions
}
FOREACH (m IN doomed | DETACH DELETE m)
RETURN size(doomed) AS deleted, questions, CASE WHEN size(found) = $batch THEN 1 ELSE 0 END AS remaining
