//@ statement: conversation/messages
//@ summary: Messages by id, with how far their extraction is.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: id STRING
//@ yields: conversation_id STRING
//@ yields: role STRING
//@ yields: speaker STRING
//@ yields: text STRING
//@ yields: said_at DATETIME
//@ yields: position INTEGER
//@ yields: extraction STRING
//@ yields: extraction_stage STRING
//@ yields: extraction_reason STRING
//@ yields: attempts INTEGER
//@ yields: next_attempt_at DATETIME
UNWIND $ids AS id
MATCH (m:_mem:message {workspace_id: $workspace_id, id: id})
RETURN m.id AS id, m.conversation_id AS conversation_id, m.role AS role, m.speaker AS speaker, m.text AS text,
       m.said_at AS said_at, m.position AS position, m.extraction AS extraction,
       m.extraction_stage AS extraction_stage, m.extraction_reason AS extraction_reason, m.attempts AS attempts,
       m.next_attempt_at AS next_attempt_at
