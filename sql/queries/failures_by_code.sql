-- Which actions fail on what, with which error, and in what share of all such calls, in the last days?
-- :'days'  how many days to look back
WITH called AS (
    SELECT a.action_type, a.target_node_type, a.error_code, a.session_id, a.started_at,
           count(*) OVER (PARTITION BY a.action_type, a.target_node_type) AS calls
    FROM agent_memory.agent_actions a
    WHERE a.started_at > now() - make_interval(days => :'days'::integer)
)
SELECT action_type,
       target_node_type,
       error_code,
       count(*)                              AS failures,
       round(count(*)::numeric / max(calls), 3) AS share_of_calls,
       count(DISTINCT session_id)            AS sessions,
       max(started_at)                       AS last_seen
FROM called
WHERE error_code IS NOT NULL
GROUP BY action_type, target_node_type, error_code
ORDER BY failures DESC, action_type, target_node_type, error_code
LIMIT 50;
