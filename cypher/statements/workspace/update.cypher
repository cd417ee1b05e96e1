//@ statement: workspace/update
//@ summary: Change settings of a workspace; what changes leaves a transition.
//@ plan: one
//@ param: workspace_id STRING
//@ param: changes MAP
//@ param: rule STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: settings MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, any(key IN keys($changes) WHERE w[key] IS NULL OR w[key] <> $changes[key]) AS changed
FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
  // From when on sessions were held out at this share. Told before the change, which would hide it.
  SET w.holdout_since = CASE WHEN coalesce($changes.holdout_rate <> coalesce(w.holdout_rate, 0.0), false)
                               OR coalesce($changes.holdout_unit <> coalesce(w.holdout_unit, 'pattern'), false)
                               OR $changes.injection_enabled AND w.injection_enabled = false
                             THEN $now ELSE w.holdout_since END,
      w.injection_stopped_at = CASE $changes.injection_enabled WHEN true THEN null WHEN false THEN $now
                                    ELSE w.injection_stopped_at END,
      w += $changes
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: $workspace_id,
                            subject_kind: 'workspace', rule: $rule, inputs: $inputs})
)
RETURN properties(w) AS settings
