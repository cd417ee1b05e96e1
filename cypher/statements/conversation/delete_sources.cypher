//@ statement: conversation/delete_sources
//@ summary: Delete one message, or a batch of a conversation's messages and episodes, or nothing, as they are gone; with the memories that have no other evidence. Take them from the evidence of the others.
//@ plan: one
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: message_id STRING
//@ param: gone LIST<STRING>
//@ param: strays LIST<STRING>
//@ param: batch INTEGER
//@ param: rule STRING
//@ param: importances MAP
//@ param: review_importance FLOAT
//@ param: now DATETIME
//@ yields: messages INTEGER
//@ yields: episodes INTEGER
//@ yields: deleted LIST<STRING>
//@ yields: kept LIST<STRING>
// The lock first: who writes into the conversation or sums it up waits.
CALL () {
  MATCH (locked:_mem:conversation {workspace_id: $workspace_id, id: $id})
  SET locked.workspace_id = locked.workspace_id
  RETURN count(*) AS locked
}
OPTIONAL CALL () {
  MATCH (s:_mem:message {workspace_id: $workspace_id, id: $message_id})
  RETURN s
  UNION ALL
  MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})-[:`_mem:has`]->(s)
  WHERE $message_id IS NULL
  RETURN s
  UNION ALL
  MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})<-[:`_mem:summarises`]-(s)
  WHERE $message_id IS NULL
  RETURN s
}
WITH s LIMIT $batch
WITH collect(s) AS sources
// Strays are memories that came of messages which had gone meanwhile.
CALL (sources) {
  CALL (sources) {
    UNWIND sources AS s
    MATCH (s)<-[:`_mem:derived_from`]-(m:_mem:memory)
    RETURN m, [s.id] + coalesce(s.source_message_ids, []) AS ids
    UNION ALL
    UNWIND $strays AS stray
    MATCH (m:_mem:memory {workspace_id: $workspace_id, id: stray})
    RETURN m, $gone AS ids
  }
  WITH m, reduce(all = [], some IN collect(ids) | all + some) AS gone
  RETURN collect({memory: m, gone: gone}) AS derived
}
// Who writes memories of these subjects waits too, and what is read below is then so.
CALL (derived) {
  UNWIND derived AS one
  WITH DISTINCT CASE one.memory.subject_id WHEN '' THEN oxgraph.stable_id($workspace_id, 'lock', ['no_subject'])
                ELSE one.memory.subject_id END AS lock ORDER BY lock
  MATCH (e:_mem {workspace_id: $workspace_id, id: lock})
  SET e.workspace_id = e.workspace_id
  RETURN count(*) AS locked
}
CALL (derived, locked) {
  UNWIND derived AS one
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: one.memory.id})
  WITH m, [source IN m.evidence WHERE NOT source IN one.gone] AS evidence
  RETURN collect(CASE WHEN size(evidence) = 0 THEN m END) AS doomed,
         collect(CASE WHEN size(evidence) > 0 THEN {memory: m, evidence: evidence} END) AS others
}
CALL (others) {
  UNWIND others AS one
  WITH one.memory AS m, one.evidence AS evidence
  SET m.evidence = evidence
  RETURN collect(m.id) AS kept
}
CALL (doomed) {
  UNWIND doomed AS m
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [m.id, $rule])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.subject_id = m.id, x.subject_kind = 'memory', x.rule = $rule,
    x.from_status = m.status, x.to_status = 'deleted', x.inputs = '{}'
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [m.id])})
  ON CREATE SET t.created_at = $now, t.node_id = m.id, t.kind = 'memory', t.reason = $rule, t.deleted_at = $now
  SET m.status = 'deleted'
  RETURN collect(m.id) AS deleted
}
// Who contradicted one of them stands higher now.
CALL (doomed, deleted) {
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
FOREACH (m IN CASE WHEN questions >= 0 THEN doomed ELSE [] END | DETACH DELETE m)
WITH sources, deleted, kept
// Of what was summed up only its tombstone is left; it says from now on that this may be written anew.
CALL (sources) {
  UNWIND sources AS s
  UNWIND coalesce(s.source_message_ids, []) AS source
  MATCH (t:_mem:tombstone {workspace_id: $workspace_id,
                           id: oxgraph.stable_id($workspace_id, 'tombstone', [source])})
  SET t.reason = $rule
  RETURN count(*) AS marked
}
CALL (sources) {
  UNWIND sources AS s
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [s.id])})
  SET t.created_at = coalesce(t.created_at, $now), t.node_id = s.id, t.reason = $rule, t.deleted_at = $now,
      t.kind = CASE WHEN s:message THEN 'message' ELSE 'episode' END, t.written_before = s.written_before
  RETURN count(CASE WHEN s:message THEN 1 END) AS messages, count(CASE WHEN s:episode THEN 1 END) AS episodes
}
// A chain that goes on is joined again, and ends when its last message was said.
CALL (sources) {
  UNWIND CASE WHEN $message_id IS NULL THEN [] ELSE sources END AS s
  MATCH (before:_mem:message)-[:`_mem:next`]->(s)-[:`_mem:next`]->(after:_mem:message)
  CREATE (before)-[:`_mem:next`]->(after)
  RETURN count(*) AS joined
}
CALL (sources, joined) {
  UNWIND CASE WHEN $message_id IS NULL THEN [] ELSE sources END AS s
  MATCH (before:_mem:message)-[:`_mem:next`]->(s)<-[:`_mem:has`]-(c:_mem:conversation)
  WHERE NOT EXISTS { (s)-[:`_mem:next`]->() }
  SET c.last_message_at = before.said_at
  RETURN count(*) AS ended
}
FOREACH (s IN CASE WHEN marked + joined + ended >= 0 THEN sources ELSE [] END | DETACH DELETE s)
RETURN messages, episodes, deleted, kept
