-- What is the value of each active metric now? The figures of `oxgraph metrics`, computed from the rows.
SELECT m.name, m.better, m.window_days, v.value, v.baseline, v.delta_vs_baseline, v.sample_count
FROM agent_memory.agent_metric_definitions m,
     LATERAL agent_memory.metric(m.name, now()) v
WHERE m.active
ORDER BY m.built_in DESC, m.name;
