-- Which memories contradict another one and need a review (`oxgraph review`)? Ordered by subject and predicate.
SELECT m.subject_id, m.predicate, m.content, m.confidence, m.rank_weight, m.source, m.recorded_at, m.id AS memory_id
FROM agent_memory.memories m
WHERE m.needs_review AND m.status = 'active'
ORDER BY m.subject_id, m.predicate, m.recorded_at, m.id;
