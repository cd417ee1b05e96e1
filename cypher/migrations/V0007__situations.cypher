// What was done on each target, to be emptied with its pair and pruned by day.
CREATE RANGE INDEX oxgraph_node_tally_pair IF NOT EXISTS FOR (n:node_tally) ON (n.workspace_id, n.action_type, n.last_day);
