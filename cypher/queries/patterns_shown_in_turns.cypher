//@ query: patterns_shown_in_turns
//@ summary: The actions in the turns of a conversation, and the patterns that were shown before each.
//@ param: workspace_id STRING
//@ param: conversation_id STRING
//@ param: limit INTEGER
//@ yields: started_at DATETIME
//@ yields: action STRING
//@ yields: outcome STRING
//@ yields: error_code STRING
//@ yields: shown LIST<STRING>
//@ yields: repeated BOOLEAN
//@ yields: action_id STRING
// A turn's actions belong to the session that has the conversation's id, unless the caller named another.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.session_id = $conversation_id AND a.started_at IS NOT NULL
WITH a ORDER BY a.started_at DESC LIMIT $limit
OPTIONAL MATCH (p:pattern)-[:`_mem:injected`]->(a)
WITH a, collect(p) AS patterns
RETURN a.started_at AS started_at, a.action_type + coalesce(':' + a.target_node_type, '') AS action,
       a.outcome AS outcome, a.error_code AS error_code, [p IN patterns | p.name] AS shown,
       any(p IN patterns WHERE p.action_type = a.action_type AND p.error_code = a.error_code) AS repeated,
       a.id AS action_id
ORDER BY started_at DESC
