-- What were the latest conversations about, according to their episodes?
SELECT e.conversation_id, e.started_at, e.ended_at, e.turn_count, e.summary_source, e.summary
FROM app.memory_episodes e
WHERE e.deleted_at IS NULL
ORDER BY e.ended_at DESC, e.id
LIMIT 25;
