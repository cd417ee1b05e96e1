-- What a metric over sequences says of a span of time, as cypher/statements/metric/value.cypher has it.
SELECT value, baseline, delta_vs_baseline, sample_count
FROM agent_memory.metric_value(
  %(workspace_id)s, %(now)s, %(since)s, %(until)s, %(action_types)s::text[], %(node_types)s::text[], %(outcome)s,
  %(action_count_below)s, %(aggregation)s, %(baseline_sequences)s)
