//@ query: pending_messages
//@ summary: Messages whose extraction is pending: the reason, the number of attempts, and the time of the next one.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: next_attempt_at DATETIME
//@ yields: attempts INTEGER
//@ yields: reason STRING
//@ yields: conversation_id STRING
//@ yields: role STRING
//@ yields: text STRING
//@ yields: message_id STRING
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.extraction = 'pending' AND m.next_attempt_at IS NOT NULL
RETURN m.next_attempt_at AS next_attempt_at, m.attempts AS attempts, m.extraction_reason AS reason,
       m.conversation_id AS conversation_id, m.role AS role, left(m.text, 200) AS text, m.id AS message_id
ORDER BY next_attempt_at
LIMIT $limit
