//@ query: new_episode
//@ summary: Writes an episode as a summary does, for tests that search in them.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: summary STRING
//@ param: started_at DATETIME
//@ param: ended_at DATETIME
//@ param: source_message_ids LIST<STRING>
//@ param: embedding LIST<FLOAT>
//@ yields: id STRING
CREATE (e:_mem:episode {workspace_id: $workspace_id, id: $id})
SET e.user_id = '', e.conversation_id = $conversation_id, e.summary = $summary, e.summary_source = 'model',
    e.started_at = $started_at, e.ended_at = $ended_at, e.created_at = $ended_at,
    e.source_message_ids = $source_message_ids, e.turn_count = size($source_message_ids),
    e.workspace_term = 'ws' + replace($workspace_id, '-', ''), e.embedding = $embedding
RETURN e.id AS id
