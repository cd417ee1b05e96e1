-- Which memories about a subject changed lately, and by which rule?
-- :'subject_id'  the id of the entity (`oxgraph entities resolve NAME` tells it)
-- :'days'        how many days to look back
SELECT t.at,
       t.rule,
       t.from_status,
       t.to_status,
       m.type,
       m.predicate,
       m.content,
       m.id AS memory_id
FROM agent_memory.memories m
JOIN agent_memory.transitions t ON t.subject_id = m.id::text
WHERE m.subject_id = :'subject_id' AND t.at > now() - make_interval(days => :'days'::integer)
ORDER BY t.at DESC, t.id
LIMIT 100;
