//@ query: crowd_episodes
//@ summary: Conversations that were summed up, an episode each, as the client would leave them; and as many that are being deleted.
//@ param: workspace_id STRING
//@ param: count INTEGER
//@ param: texts LIST<STRING>
//@ param: pool LIST<LIST<FLOAT>>
//@ param: model STRING
//@ param: now DATETIME
UNWIND range(0, $count - 1) AS i
CREATE (:_mem:episode {
  id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, conversation_id: 'summed up ' + i,
  summary: 'They said: ' + $texts[i % size($texts)] + ' (' + i + ')', summary_source: 'model', turn_count: 12,
  source_message_ids: [], started_at: $now - duration({minutes: $count - i}), ended_at: $now,
  workspace_term: 'ws' + replace($workspace_id, '-', ''), embedding_model: $model, embedding: $pool[i % size($pool)]})
CREATE (:_mem:conversation {
  id: randomUUID(), workspace_id: $workspace_id, user_id: '', created_at: $now, conversation_id: 'gone ' + i,
  started_at: $now, last_message_at: $now, message_count: 0, deleted_at: $now})
