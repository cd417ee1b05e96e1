//@ query: episodes
//@ summary: The latest episodes of all conversations, with the number of memories derived from each.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: ended_at DATETIME
//@ yields: conversation_id STRING
//@ yields: turns INTEGER
//@ yields: written_by STRING
//@ yields: summary STRING
//@ yields: memories INTEGER
//@ yields: episode_id STRING
MATCH (e:episode)
WHERE e.workspace_id = $workspace_id AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
WITH e ORDER BY e.ended_at DESC LIMIT $limit
RETURN e.ended_at AS ended_at, e.conversation_id AS conversation_id, e.turn_count AS turns,
       e.summary_source AS written_by, left(e.summary, 300) AS summary,
       COUNT { (e)<-[:`_mem:derived_from`]-(:_mem:memory) } AS memories, e.id AS episode_id
ORDER BY ended_at DESC
