-- How new are the rows? The last change of each table; the revision of a row tells the time of its change.
SELECT 'agent_actions' AS table_name, count(*) AS rows, to_timestamp((max(rev) >> 16) / 1000.0) AS last_change FROM agent_memory.agent_actions
UNION ALL SELECT 'agent_sequences', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.agent_sequences
UNION ALL SELECT 'agent_patterns', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.agent_patterns
UNION ALL SELECT 'agent_metric_definitions', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.agent_metric_definitions
UNION ALL SELECT 'agent_benchmarks', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.agent_benchmarks
UNION ALL SELECT 'memories', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.memories
UNION ALL SELECT 'transitions', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM agent_memory.transitions
UNION ALL SELECT 'memory_episodes', count(*), to_timestamp((max(rev) >> 16) / 1000.0) FROM app.memory_episodes
ORDER BY table_name;
