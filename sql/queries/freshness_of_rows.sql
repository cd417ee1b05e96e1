-- How recent are the rows? Their number in each table, and when the latest of them changed in the graph.
SELECT f.table_name, f.rows, f.changed_at, now() - f.changed_at AS ago
FROM agent_memory.freshness f
ORDER BY f.table_name;
