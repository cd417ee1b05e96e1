-- How many memories does the workspace hold by type and status, how certain, from which source, how often read?
SELECT m.type,
       m.status,
       count(*)                                                  AS memories,
       round(avg(m.confidence)::numeric, 2)                      AS confidence,
       count(*) FILTER (WHERE m.source = 'caller')               AS from_callers,
       count(*) FILTER (WHERE m.source = 'rules')                AS from_rules,
       count(*) FILTER (WHERE m.source = 'model')                AS from_a_model,
       count(*) FILTER (WHERE m.access_count > 0)                AS ever_read,
       max(m.recorded_at)                                        AS newest
FROM agent_memory.memories m
GROUP BY m.type, m.status
ORDER BY m.type, m.status;
