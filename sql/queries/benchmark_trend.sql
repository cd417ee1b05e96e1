-- How does a metric develop, day by day, against its baseline and over a week?
-- :'metric'  the metric's name, for example Task success rate
SELECT b.date,
       b.value,
       avg(b.value) OVER (ORDER BY b.date RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW) AS over_a_week,
       b.baseline,
       b.delta_vs_baseline,
       b.sample_count
FROM agent_memory.agent_benchmarks b
WHERE b.metric_name = :'metric'
ORDER BY b.date DESC;
