-- Does the success rate of agents improve? Sequences and the share that succeeded, by week and agent.
SELECT date_trunc('week', s.ended_at, 'UTC')::date                                    AS week,
       s.agent_id,
       count(*)                                                                       AS runs,
       round(avg(CASE s.outcome WHEN 'success' THEN 1 ELSE 0 END), 3)                  AS success_rate,
       round(avg(s.action_count), 1)                                                  AS actions_per_run,
       sum(s.failure_count)                                                           AS failed_actions
FROM agent_memory.agent_sequences s
WHERE s.closes_at <= now()
GROUP BY week, s.agent_id
ORDER BY week DESC, runs DESC, s.agent_id;
