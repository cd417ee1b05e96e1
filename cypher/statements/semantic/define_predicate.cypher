//@ statement: semantic/define_predicate
//@ summary: Say of a predicate whether only one value holds at a time, and how much hangs on it.
//@ param: workspace_id STRING
//@ param: name STRING
//@ param: stateful BOOLEAN
//@ param: importance FLOAT
//@ param: description STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: name STRING
//@ yields: stateful BOOLEAN
//@ yields: importance FLOAT
//@ yields: description STRING
WITH replace(oxgraph.normalise($name), ' ', '_') AS name
MERGE (p:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'predicate', [name])})
ON CREATE SET p:predicate, p.name = name, p.created_at = $now
WITH p, p.stateful IS NULL OR p.stateful <> $stateful OR p.importance <> $importance
        OR coalesce(p.description, '') <> coalesce($description, p.description, '') AS changed
FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
  SET p.stateful = $stateful, p.importance = $importance, p.description = coalesce($description, p.description)
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: p.id, subject_kind: 'predicate',
                            rule: 'defined', inputs: $inputs})
)
RETURN p.name AS name, p.stateful AS stateful, p.importance AS importance, p.description AS description
