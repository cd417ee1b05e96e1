//@ statement: move/beside
//@ summary: The tokens and the slots of a workspace, which no archive carries and a move does.
//@ param: workspace_id STRING
//@ yields: kind STRING
//@ yields: properties MAP
MATCH (t:token) WHERE t:_mem AND t.workspace_id = $workspace_id
RETURN 'token' AS kind, t {.*} AS properties
UNION ALL
MATCH (s:slot) WHERE s:_mem AND s.workspace_id = $workspace_id
RETURN 'slot' AS kind, s {.*} AS properties
