//@ statement: adoption/record
//@ summary: Leave a transition that records what was done with a connection.
//@ param: workspace_id STRING
//@ param: connection STRING
//@ param: rule STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, rule: $rule, inputs: $inputs,
                          subject_id: oxgraph.stable_id($workspace_id, 'connection', [$connection]),
                          subject_kind: 'connection'})
