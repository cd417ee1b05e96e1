-- How new are the rows? How many each table has, and when the last of them changed in the graph.
SELECT f.table_name, f.rows, f.changed_at, now() - f.changed_at AS ago
FROM agent_memory.freshness f
ORDER BY f.table_name;
