-- Do warnings help? For each failure pattern, how often agents were shown it and how often the action failed nevertheless.
SELECT p.name                                                      AS pattern,
       p.status,
       round(p.confidence::numeric, 3)                             AS confidence,
       count(*)                                                    AS shown,
       count(*) FILTER (WHERE a.action_type = p.action_type
                          AND CASE WHEN p.context IS NULL THEN a.error_code = p.error_code
                                   ELSE a.outcome = 'failure' END) AS failed_all_the_same,
       min(a.started_at)                                           AS first_shown,
       max(a.started_at)                                           AS last_shown
FROM agent_memory.agent_patterns p
JOIN agent_memory.agent_actions a ON p.id = ANY (a.injected_pattern_ids)
WHERE p.error_code <> 'None'
GROUP BY p.id, p.name, p.status, p.confidence
ORDER BY shown DESC, pattern;
