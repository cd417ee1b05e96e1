-- What happened in a session, step by step, and which warnings were shown before which step?
-- :'session_id'  the session, as its actions name it
SELECT a.started_at,
       a.action_type,
       a.target_node_type,
       a.target_node_ids,
       a.outcome,
       a.error_code,
       a.latency_ms,
       (SELECT array_agg(p.name ORDER BY p.name)
        FROM agent_memory.agent_patterns p
        WHERE p.id = ANY (a.injected_pattern_ids)) AS warned_of
FROM agent_memory.agent_actions a
WHERE a.session_id = :'session_id'
ORDER BY a.started_at, a.seq NULLS LAST, a.id;
