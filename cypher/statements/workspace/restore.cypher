//@ statement: workspace/restore
//@ summary: Serve a soft-deleted workspace again, unless it is being deleted for good.
//@ param: workspace_id STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: restored BOOLEAN
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, w.deleted_at IS NOT NULL AS deleted, coalesce(w.purging, false) AS purging
FOREACH (_ IN CASE WHEN deleted AND NOT purging THEN [1] ELSE [] END |
  REMOVE w.deleted_at
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: $workspace_id,
                            subject_kind: 'workspace', rule: 'restore', from_status: 'deleted', to_status: 'active',
                            inputs: '{}'})
)
RETURN NOT purging AS restored
