// Memories that are active until the one that supersedes them begins; pass `succession` looks for them.
CREATE RANGE INDEX oxgraph_memory_superseded_from IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.superseded_from);
MATCH (n:memory)-[:`_mem:superseded_by`]->(newer)
WHERE n:_mem AND n.status = 'active' AND n.superseded_from IS NULL
WITH n, min(n.valid_to) AS valid_to
CALL (n, valid_to) { SET n.superseded_from = valid_to } IN TRANSACTIONS OF 5000 ROWS;

// What was done on each target, to be forgotten by day, whatever the type of action.
CREATE RANGE INDEX oxgraph_node_tally_day IF NOT EXISTS FOR (n:node_tally) ON (n.workspace_id, n.last_day);
