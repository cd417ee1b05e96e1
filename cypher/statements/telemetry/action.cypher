//@ statement: telemetry/action
//@ summary: One action of a workspace by its id; no row where there is none.
//@ param: workspace_id STRING
//@ param: id STRING
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: target_node_ids LIST<STRING>
//@ yields: outcome STRING
//@ yields: error_code STRING
//@ yields: latency_ms FLOAT
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: sequence_id STRING
//@ yields: injected_pattern_ids LIST<STRING>
MATCH (a:_mem:action {workspace_id: $workspace_id, id: $id})
RETURN a.id AS id, a.session_id AS session_id, a.agent_id AS agent_id, a.action_type AS action_type,
       a.target_node_type AS node_type, coalesce(a.target_node_ids, []) AS target_node_ids, a.outcome AS outcome,
       a.error_code AS error_code, a.latency_ms AS latency_ms, a.started_at AS started_at, a.ended_at AS ended_at,
       head([(s:_mem:sequence)-[:`_mem:contains`]->(a) | s.id]) AS sequence_id,
       [(p:_mem:pattern)-[:`_mem:injected`]->(a) | p.id] AS injected_pattern_ids
