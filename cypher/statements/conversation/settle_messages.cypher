//@ statement: conversation/settle_messages
//@ summary: Say of messages how their extraction ended (done, rejected, failed), or when it is tried again (pending); which of them are gone.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ yields: gone LIST<STRING>
UNWIND $rows AS row
OPTIONAL MATCH (m:_mem:message {workspace_id: $workspace_id, id: row.id})
SET m.extraction = row.extraction, m.extraction_stage = row.stage, m.extraction_reason = row.reason,
    m.attempts = row.attempts, m.next_attempt_at = row.next_attempt_at
RETURN collect(CASE WHEN m IS NULL THEN row.id END) AS gone
