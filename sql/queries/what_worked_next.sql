-- After a failure of this kind, which action of the same run came next and succeeded?
-- :'error_code'  the error, for example CardExpired
WITH steps AS (
    SELECT a.action_type, a.target_node_type, a.error_code,
           lead(a.action_type) OVER run AS next_action,
           lead(a.outcome) OVER run     AS next_outcome
    FROM agent_memory.agent_actions a
    WINDOW run AS (PARTITION BY a.session_id ORDER BY a.started_at, a.seq NULLS LAST, a.id)
)
SELECT action_type AS failed_action, target_node_type, next_action, count(*) AS times
FROM steps
WHERE error_code = :'error_code' AND next_outcome = 'success'
GROUP BY failed_action, target_node_type, next_action
ORDER BY times DESC, failed_action, next_action;
