-- Which memories were superseded since the first of the month, and by which ones?
SELECT o.superseded_at,
       o.predicate,
       o.content        AS was,
       o.confidence     AS with_confidence,
       n.content        AS is_now,
       n.valid_from     AS since,
       n.source
FROM agent_memory.memories o
LEFT JOIN agent_memory.memories n ON n.id = o.superseded_by
WHERE o.status = 'superseded' AND o.superseded_at >= date_trunc('month', now())
ORDER BY o.superseded_at DESC, o.id;
