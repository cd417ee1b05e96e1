//@ statement: metric/list
//@ summary: The metrics of a workspace, the built-in first; the inactive too when asked for, or one by id or name.
//@ param: workspace_id STRING
//@ param: metric STRING
//@ param: inactive BOOLEAN
//@ yields: id STRING
//@ yields: name STRING
//@ yields: description STRING
//@ yields: built_in BOOLEAN
//@ yields: active BOOLEAN
//@ yields: kind STRING
//@ yields: action_types LIST<STRING>
//@ yields: node_types LIST<STRING>
//@ yields: success_condition STRING
//@ yields: aggregation STRING
//@ yields: window_days INTEGER
//@ yields: better STRING
MATCH (m:_mem:metric)
WHERE m.workspace_id = $workspace_id AND m.name IS NOT NULL AND (m.active OR $inactive)
  AND ($metric IS NULL OR m.id = $metric OR m.name = $metric)
RETURN m.id AS id, m.name AS name, m.description AS description, m.built_in AS built_in, m.active AS active,
       m.kind AS kind, m.action_types AS action_types, m.node_types AS node_types,
       m.success_condition AS success_condition, m.aggregation AS aggregation, m.window_days AS window_days,
       m.better AS better
ORDER BY built_in DESC, name
