//@ query: shown
//@ summary: A session's actions in their order, with the number of patterns that each names as shown.
//@ param: workspace_id STRING
//@ param: session_id STRING
//@ yields: action_type STRING
//@ yields: shown INTEGER
MATCH (a:_mem:action {workspace_id: $workspace_id, session_id: $session_id})
RETURN a.action_type AS action_type, COUNT { (a)<-[:`_mem:injected`]-() } AS shown
ORDER BY a.started_at, a.seq, a.id
