-- Which failures recur most? Active plain failure patterns by their number of failures.
SELECT p.name                                      AS pattern,
       p.action_count                              AS failures,
       p.total_count                               AS calls,
       round(p.confidence::numeric, 3)             AS confidence,
       p.sample_count                              AS runs,
       p.next_action_type                          AS what_helped_next,
       p.last_seen,
       p.suppressed,
       p.annotation
FROM agent_memory.agent_patterns p
WHERE p.status = 'active' AND p.error_code <> 'None' AND p.context IS NULL
ORDER BY failures DESC, pattern
LIMIT 25;
