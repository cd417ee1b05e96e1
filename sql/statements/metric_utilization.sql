-- How often agents avoided a failure that they were warned of, as cypher/statements/metric/utilization.cypher computes it.
SELECT value, baseline, delta_vs_baseline, sample_count
FROM agent_memory.metric_utilization(%(workspace_id)s, %(now)s, %(since)s, %(until)s, %(baseline_sequences)s)
