//@ query: injected
//@ summary: The actions before which a pattern was shown.
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ yields: action_type STRING
MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: $pattern_id})-[:`_mem:injected`]->(a:action)
RETURN a.action_type AS action_type
