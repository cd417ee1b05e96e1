//@ statement: entity/show
//@ summary: Show a hidden entity, named by id or node_id, again. No row when it is not there.
//@ param: workspace_id STRING
//@ param: named STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: entity_id STRING
//@ yields: changed BOOLEAN
CALL () {
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $named})
  RETURN e, 0 AS place
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = $named
  RETURN e, 1 AS place
}
WITH e, place WHERE e:_mem AND e.merged_into IS NULL
WITH e ORDER BY place LIMIT 1
WITH e, e.deleted_at IS NOT NULL AS changed
REMOVE e.deleted_at
FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: e.id, subject_kind: 'entity',
                            rule: 'shown', inputs: '{}'}))
RETURN e.id AS entity_id, changed
