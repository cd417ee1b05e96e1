//@ query: transitions_of_a_node
//@ summary: The audit trail of a pattern, metric, token or workspace: each change with its rule, inputs and time.
//@ param: workspace_id STRING
//@ param: subject_id STRING
//@ yields: at DATETIME
//@ yields: rule STRING
//@ yields: from_status STRING
//@ yields: to_status STRING
//@ yields: inputs STRING
//@ yields: run_id STRING
MATCH (t:transition {workspace_id: $workspace_id, subject_id: $subject_id})
RETURN t.at AS at, t.rule AS rule, t.from_status AS from_status, t.to_status AS to_status, t.inputs AS inputs,
       t.run_id AS run_id
ORDER BY at DESC
