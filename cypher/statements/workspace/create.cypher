//@ statement: workspace/create
//@ summary: Make a workspace with its settings and its built-in metrics, unless the name is taken.
//@ param: name STRING
//@ param: settings MAP
//@ param: metrics LIST<MAP>
//@ param: transition_id STRING
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: created BOOLEAN
WITH oxgraph.stable_id('system', 'workspace', [oxgraph.normalise($name)]) AS id
OPTIONAL MATCH (taken:_mem:workspace {workspace_id: id, id: id})
WITH id, taken IS NULL AND NOT EXISTS { MATCH (copy:workspace) WHERE copy:_mem AND copy.name_id = id } AS created
FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END |
  CREATE (w:_mem:workspace {workspace_id: id, id: id, name: $name, created_at: $now})
  SET w += $settings, w.holdout_since = CASE WHEN $settings.holdout_rate > 0 THEN $now END
  FOREACH (definition IN $metrics |
    CREATE (m:_mem:metric {workspace_id: id, id: oxgraph.stable_id(id, 'metric', [definition.name]), created_at: $now})
    SET m += definition
  )
  CREATE (:_mem:transition {workspace_id: id, id: $transition_id, created_at: $now, at: $now, audited_at: $now,
                            by: 'operator', subject_id: id, subject_kind: 'workspace', rule: 'create',
                            to_status: 'active', inputs: '{}'})
)
RETURN id AS workspace_id, created
