-- Which actions take longest? Median, 95th percentile and longest of the last days, in milliseconds.
-- :'days'  how many days to look back
SELECT a.action_type,
       a.target_node_type,
       count(*)                                                    AS calls,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY a.latency_ms)   AS median_ms,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY a.latency_ms)  AS p95_ms,
       max(a.latency_ms)                                           AS longest_ms
FROM agent_memory.agent_actions a
WHERE a.started_at > now() - make_interval(days => :'days'::integer) AND a.latency_ms IS NOT NULL
GROUP BY a.action_type, a.target_node_type
ORDER BY p95_ms DESC, a.action_type
LIMIT 25;
