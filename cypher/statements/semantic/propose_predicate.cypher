//@ statement: semantic/propose_predicate
//@ summary: Keep what a language model said of an unknown predicate: which other it means (null: none), unless it is defined.
//@ param: workspace_id STRING
//@ param: name STRING
//@ param: meant MAP
//@ param: transition_id STRING
//@ param: inputs STRING
//@ param: now DATETIME
//@ yields: name STRING
//@ yields: synonym_of STRING
// `meant` has the name, stateful and importance of the predicate. Where none is meant the definition says that it was
// asked, so that it is asked once.
MERGE (s:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'predicate', [$name])})
ON CREATE SET s:predicate, s.name = $name, s.created_at = $now, s.source = 'model', s.synonym_of = $meant.name,
  s.stateful = coalesce($meant.stateful, false), s.importance = coalesce($meant.importance, 0.5)
WITH s, s.created_at = $now AND s.source = 'model' AS fresh
FOREACH (_ IN CASE WHEN fresh THEN [1] ELSE [] END |
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: 'model', subject_id: s.id, subject_kind: 'predicate',
                            rule: 'defined', inputs: $inputs})
)
FOREACH (_ IN CASE WHEN fresh AND $meant IS NOT NULL THEN [1] ELSE [] END |
  MERGE (p:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'predicate', [$meant.name])})
  ON CREATE SET p:predicate, p.name = $meant.name, p.created_at = $now, p.stateful = $meant.stateful,
    p.importance = $meant.importance, p.source = 'model'
  SET p.synonyms = [one IN coalesce(p.synonyms, []) WHERE one <> s.name] + s.name
)
RETURN s.name AS name, s.synonym_of AS synonym_of
