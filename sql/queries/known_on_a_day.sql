-- Which memories were valid on a day, according to present knowledge?
-- :'day'  the day, for example 2026-05-01
SELECT m.type, m.predicate, m.content, m.confidence, m.valid_from, m.valid_to, m.status
FROM agent_memory.memories m
WHERE m.valid_from <= :'day'::timestamptz AND m.valid_to > :'day'::timestamptz
  AND m.retired_at IS NULL AND m.status IN ('active', 'superseded', 'expired')
ORDER BY m.type, m.predicate, m.valid_from, m.id
LIMIT 200;
