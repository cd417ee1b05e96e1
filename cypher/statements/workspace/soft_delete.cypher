//@ statement: workspace/soft_delete
//@ summary: Stop serving a workspace; everything in it stays, and can be restored.
//@ param: workspace_id STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
SET w.deleted_at = $now
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: $workspace_id,
                          subject_kind: 'workspace', rule: 'soft_delete', from_status: 'active', to_status: 'deleted',
                          inputs: '{}'})
