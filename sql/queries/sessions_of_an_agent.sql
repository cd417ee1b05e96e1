-- What has an agent worked on lately, and how did it end?
-- :'agent_id'  the agent, as its actions name it
-- :'days'      how many days to look back
SELECT s.started_at,
       s.session_id,
       s.intent_summary                   AS intent,
       s.outcome,
       s.action_count                     AS actions,
       s.failure_count                    AS failures,
       s.ended_at - s.started_at          AS lasted
FROM agent_memory.agent_sequences s
WHERE s.agent_id = :'agent_id' AND s.started_at > now() - make_interval(days => :'days'::integer)
ORDER BY s.started_at DESC
LIMIT 100;
