//@ query: sessions
//@ summary: The sessions of a workspace, and whether each has ended.
//@ param: workspace_id STRING
//@ yields: session_id STRING
//@ yields: ended BOOLEAN
MATCH (s:_mem:session)
WHERE s.workspace_id = $workspace_id
RETURN s.session_id AS session_id, s.ended_at IS NOT NULL AS ended
