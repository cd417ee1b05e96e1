//@ statement: conversation/write_messages
//@ summary: Write what was said in a conversation behind what is there; what is there already stays, but may be asked for its extraction. No row where memory is off.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: messages LIST<MAP>
//@ param: extraction STRING
//@ param: lease DURATION
//@ param: now DATETIME
//@ yields: written INTEGER
//@ yields: fresh LIST<STRING>
//@ yields: model STRING
//@ yields: next_model STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.memory_enabled AND w.deleted_at IS NULL
// The lock first: whoever else writes into this conversation waits, so that every message gets a place of its own. Its
// property is one that never changes: another's value is read before the lock and would be written back after it.
CALL () {
  MERGE (held:_mem:conversation {workspace_id: $workspace_id, id: $id})
    ON CREATE SET held.conversation_id = $conversation_id, held.created_at = $now,
                  held.started_at = $messages[0].said_at, held.last_message_at = $messages[0].said_at,
                  held.message_count = 0
  SET held.workspace_id = held.workspace_id
  RETURN count(*) AS locked
}
MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
CALL () {
  UNWIND CASE $extraction WHEN 'pending' THEN $messages ELSE [] END AS given
  MATCH (m:_mem:message {workspace_id: $workspace_id, id: given.id})
  WHERE m.extraction = 'none'
  SET m.extraction = 'pending', m.next_attempt_at = $now + $lease
  RETURN count(*) AS asked
}
WITH w, c, c.message_count AS before,
     [given IN $messages WHERE NOT EXISTS {
       MATCH (:_mem:message {workspace_id: $workspace_id, id: given.id})
     }] AS fresh
OPTIONAL MATCH (last:message)
WHERE last.workspace_id = $workspace_id AND last.conversation_id = $conversation_id AND last.position = before - 1
CALL (c, before, fresh) {
  UNWIND range(0, size(fresh) - 1) AS place
  WITH c, before + place AS position, fresh[place] AS given
  CREATE (m:_mem:message {
    id: given.id, workspace_id: $workspace_id, conversation_id: $conversation_id, role: given.role,
    speaker: given.speaker, text: given.text, said_at: given.said_at, position: position, extraction: $extraction,
    attempts: 0, next_attempt_at: CASE $extraction WHEN 'pending' THEN $now + $lease END, created_at: $now,
    workspace_term: 'ws' + replace($workspace_id, '-', ''), unembedded: true})
  CREATE (c)-[:`_mem:has`]->(m)
  WITH m ORDER BY m.position
  RETURN collect(m) AS made
}
WITH w, c, before, made, CASE WHEN last IS NULL THEN made ELSE [last] + made END AS chain
CALL (chain) {
  UNWIND range(0, size(chain) - 2) AS place
  WITH chain[place] AS a, chain[place + 1] AS b
  CREATE (a)-[:`_mem:next`]->(b)
}
FOREACH (_ IN CASE WHEN size(made) > 0 THEN [1] ELSE [] END |
  SET c.message_count = before + size(made),
      c.started_at = reduce(first = c.started_at, m IN made | CASE WHEN m.said_at < first THEN m.said_at ELSE first END),
      c.last_message_at = reduce(last = c.last_message_at, m IN made | CASE WHEN m.said_at > last THEN m.said_at ELSE last END))
RETURN size(made) AS written, [m IN made | m.id] AS fresh, w.embedding_model AS model,
       w.next_embedding_model AS next_model
