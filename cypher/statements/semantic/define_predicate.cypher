//@ statement: semantic/define_predicate
//@ summary: Say of a predicate whether only one value holds at a time, how important it is, and which other names it has.
//@ plan: one
//@ param: workspace_id STRING
//@ param: name STRING
//@ param: stateful BOOLEAN
//@ param: importance FLOAT
//@ param: description STRING
//@ param: synonyms LIST<STRING>
//@ param: source STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: name STRING
//@ yields: stateful BOOLEAN
//@ yields: importance FLOAT
//@ yields: description STRING
//@ yields: synonyms LIST<STRING>
//@ yields: source STRING
// Each synonym is a node of its own, found by its name as a predicate is. Null synonyms stay as they are.
WITH oxgraph.predicate_name($name) AS name
MERGE (p:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'predicate', [name])})
ON CREATE SET p:predicate, p.name = name, p.created_at = $now
WITH p, CASE WHEN $synonyms IS NULL THEN coalesce(p.synonyms, [])
        ELSE [one IN $synonyms | oxgraph.predicate_name(one)] END AS synonyms
WITH p, synonyms, p.stateful IS NULL OR p.stateful <> $stateful OR p.importance <> $importance
        OR coalesce(p.description, '') <> coalesce($description, p.description, '')
        OR p.synonym_of IS NOT NULL OR coalesce(p.synonyms, []) <> synonyms OR coalesce(p.source, '') <> $source AS changed
FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END |
  SET p.stateful = $stateful, p.importance = $importance, p.description = coalesce($description, p.description),
      p.synonyms = synonyms, p.synonym_of = null, p.source = $source
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            audited_at: $now, by: $by, by_id: $by_id, subject_id: p.id, subject_kind: 'predicate',
                            rule: 'defined', inputs: $inputs})
)
WITH p, synonyms
// What is now a name of this predicate is no synonym of another.
CALL (p, synonyms) {
  MATCH (o:_mem:predicate)
  WHERE o.workspace_id = $workspace_id AND o.name IS NOT NULL AND o.name <> p.name
    AND any(one IN coalesce(o.synonyms, []) WHERE one = p.name OR one IN synonyms)
  SET o.synonyms = [one IN o.synonyms WHERE one <> p.name AND NOT one IN synonyms]
  RETURN count(*) AS others
}
CALL (p, synonyms) {
  MATCH (s:_mem:predicate)
  WHERE s.workspace_id = $workspace_id AND s.name IS NOT NULL AND s.synonym_of = p.name AND NOT s.name IN synonyms
  DETACH DELETE s
  RETURN count(*) AS removed
}
CALL (p, synonyms) {
  UNWIND synonyms AS one
  MERGE (s:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'predicate', [one])})
  ON CREATE SET s:predicate, s.name = one, s.created_at = $now
  SET s.synonym_of = p.name, s.stateful = p.stateful, s.importance = p.importance
  RETURN count(*) AS added
}
RETURN p.name AS name, p.stateful AS stateful, p.importance AS importance, p.description AS description,
       p.synonyms AS synonyms, p.source AS source
