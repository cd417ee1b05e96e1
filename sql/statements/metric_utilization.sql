-- How often warnings were heeded in a span of time, as cypher/statements/metric/utilization.cypher has it.
SELECT value, baseline, delta_vs_baseline, sample_count
FROM agent_memory.metric_utilization(%(workspace_id)s, %(now)s, %(since)s, %(until)s, %(baseline_sequences)s)
