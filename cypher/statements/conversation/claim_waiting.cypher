//@ statement: conversation/claim_waiting
//@ summary: Take up messages that wait for extraction and are due; until the lease is over nobody else does.
//@ param: workspace_id STRING
//@ param: batch INTEGER
//@ param: lease DURATION
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: user_id STRING
//@ yields: agent_id STRING
//@ yields: conversation_id STRING
//@ yields: role STRING
//@ yields: speaker STRING
//@ yields: text STRING
//@ yields: said_at DATETIME
//@ yields: attempts INTEGER
//@ yields: written_before INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.memory_enabled AND w.deleted_at IS NULL
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.extraction = 'pending' AND m.next_attempt_at <= $now
  AND NOT EXISTS { (m)<-[:`_mem:has`]-(c:_mem:conversation) WHERE c.deleted_at IS NOT NULL }
WITH m ORDER BY m.next_attempt_at, m.user_id, m.conversation_id, m.position LIMIT $batch
SET m.next_attempt_at = $now + $lease
RETURN m.id AS id, m.user_id AS user_id, m.agent_id AS agent_id, m.conversation_id AS conversation_id,
       m.role AS role, m.speaker AS speaker, m.text AS text, m.said_at AS said_at, m.attempts AS attempts, m.written_before AS written_before
ORDER BY m.user_id, m.conversation_id, m.position
