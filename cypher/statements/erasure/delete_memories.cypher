//@ statement: erasure/delete_memories
//@ summary: Delete memories with their questions; blank the messages that they were drawn from; say so by ids alone.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ param: importances MAP
//@ param: review_importance FLOAT
//@ param: now DATETIME
//@ yields: memories INTEGER
//@ yields: questions INTEGER
//@ yields: messages INTEGER
CALL () {
  UNWIND $ids AS id
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: id})
  WITH DISTINCT CASE m.subject_id WHEN '' THEN oxgraph.stable_id($workspace_id, 'lock', ['no_subject'])
                ELSE m.subject_id END AS lock ORDER BY lock
  MATCH (e:_mem {workspace_id: $workspace_id, id: lock})
  SET e.workspace_id = e.workspace_id
  RETURN count(*) AS locked
}
CALL (locked) {
  UNWIND $ids AS id
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: id})
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, 'erased'])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.subject_id = m.id, x.subject_kind = 'memory', x.rule = 'erased',
    x.from_status = m.status, x.to_status = 'deleted', x.inputs = '{}'
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [m.id])})
  ON CREATE SET t.created_at = $now, t.node_id = m.id, t.kind = 'memory', t.reason = 'erased', t.deleted_at = $now
  SET m.status = 'deleted'
  RETURN collect(m) AS doomed
}
// Who contradicted one of them stands higher now.
CALL (doomed) {
  UNWIND doomed AS m
  MATCH (m)-[:`_mem:contradicts`]-(o:_mem:memory)
  WHERE o.status = 'active'
  WITH DISTINCT o
  CALL (o) {
    MATCH (o)-[:`_mem:contradicts`]-(x:_mem:memory)
    WHERE x.status = 'active'
    RETURN min(CASE WHEN x.confidence > o.confidence THEN o.confidence / x.confidence ELSE 1.0 END) AS weight,
           max(CASE WHEN coalesce($importances[x.predicate], 0.5) >= $review_importance
                      OR coalesce($importances[o.predicate], 0.5) >= $review_importance
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
CALL (doomed) {
  UNWIND doomed AS m
  MATCH (m)-[:`_mem:derived_from`]->(s:_mem:message)
  WITH DISTINCT s WHERE s.text <> '[erased]'
  SET s.text = '[erased]', s.metadata = null, s.shown_ids = null, s.extraction = 'rejected',
      s.extraction_stage = 'erasure', s.extraction_reason = 'erased',
      s.next_attempt_at = null, s.embedding = null, s.embedding_alt = null, s.embedding_model = null,
      s.unembedded = null, s.workspace_term = null
  RETURN count(*) AS messages
}
FOREACH (m IN doomed | DETACH DELETE m)
RETURN size(doomed) AS memories, questions, messages
