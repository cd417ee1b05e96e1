//@ statement: metric/update
//@ summary: Change a metric's definition, or switch it on or off. No row when there is none of that id.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: definition MAP
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
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
MATCH (m:_mem:metric {workspace_id: $workspace_id, id: $id})
SET m += $definition
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: m.id, subject_kind: 'metric',
                          rule: 'update', inputs: $inputs})
RETURN m.id AS id, m.name AS name, m.description AS description, m.built_in AS built_in, m.active AS active,
       m.kind AS kind, m.action_types AS action_types, m.node_types AS node_types,
       m.success_condition AS success_condition, m.aggregation AS aggregation, m.window_days AS window_days,
       m.better AS better
