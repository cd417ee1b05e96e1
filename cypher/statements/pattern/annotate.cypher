//@ statement: pattern/annotate
//@ summary: An operator's word on a pattern; it goes to the active version of the pattern's key. No row without one.
//@ plan: one
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ param: suppressed BOOLEAN
//@ param: annotation STRING
//@ param: recommendation STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: pattern_id STRING
// null leaves a value as it is, the empty text takes it away.
MATCH (given:_mem:pattern {workspace_id: $workspace_id, id: $pattern_id})
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type = given.action_type
  AND coalesce(p.node_type, '') = coalesce(given.node_type, '') AND p.error_code = given.error_code
  AND coalesce(p.context, '') = coalesce(given.context, '')
WITH p, coalesce(p.suppressed, false) AS hidden, coalesce($suppressed, p.suppressed, false) AS hide
// From when to when it was shown: of what it did the rest says nothing.
SET p.suppressed_at = CASE WHEN NOT hide THEN null WHEN hidden THEN p.suppressed_at ELSE $now END,
    p.shown_again_at = CASE WHEN hidden AND NOT hide THEN $now ELSE p.shown_again_at END,
    p.retired_by_lift = CASE WHEN hide THEN p.retired_by_lift ELSE null END,
    p.suppressed = hide,
    p.annotation = CASE WHEN $annotation = '' THEN null ELSE coalesce($annotation, p.annotation) END,
    p.recommendation_override =
      CASE WHEN $recommendation = '' THEN null ELSE coalesce($recommendation, p.recommendation_override) END
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: p.id, subject_kind: 'pattern',
                          rule: 'annotate', from_status: p.status, to_status: p.status, inputs: $inputs})
RETURN p.id AS pattern_id
