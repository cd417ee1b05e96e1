-- The value of a sequence metric over a time span, as cypher/statements/metric/value.cypher computes it.
SELECT value, baseline, delta_vs_baseline, sample_count
FROM agent_memory.metric_value(
  %(workspace_id)s, %(now)s, %(since)s, %(until)s, %(action_types)s::text[], %(node_types)s::text[], %(outcome)s,
  %(action_count_below)s, %(aggregation)s, %(baseline_sequences)s, %(better)s)
