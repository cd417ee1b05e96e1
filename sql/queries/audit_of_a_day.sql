-- Every change of state on a day, with its rule and its inputs: the first question of an auditor.
-- :'day'  the day, for example 2026-05-01
SELECT t.at, t.subject_kind, t.rule, t.from_status, t.to_status, t.subject_id, t.run_id, t.inputs
FROM agent_memory.transitions t
WHERE t.at >= :'day'::date AND t.at < :'day'::date + 1
ORDER BY t.at, t.id
LIMIT 1000;
