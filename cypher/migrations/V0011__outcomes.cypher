// Runs whose outcome is known: those that wait to be read, and those that were, by their end.
CREATE RANGE INDEX oxgraph_session_learn IF NOT EXISTS FOR (n:session) ON (n.workspace_id, n.learn_at);
CREATE RANGE INDEX oxgraph_session_run IF NOT EXISTS FOR (n:session) ON (n.workspace_id, n.run_at);

// The last actions of a type, of which an outage is seen.
CREATE RANGE INDEX oxgraph_action_type_time IF NOT EXISTS FOR (n:action) ON (n.workspace_id, n.action_type, n.started_at);

MATCH (n:session)
WHERE n:_mem AND n.outcome IS NOT NULL AND n.learn_at IS NULL AND n.run_at IS NULL
CALL (n) { SET n.learn_at = coalesce(n.ended_at, n.started_at) } IN TRANSACTIONS OF 5000 ROWS;
