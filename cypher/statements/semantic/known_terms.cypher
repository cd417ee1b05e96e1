//@ statement: semantic/known_terms
//@ summary: The predicates that a workspace has defined, and the predicates and topic keys in use for some subjects.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: names LIST<STRING>
//@ param: user_node STRING
//@ param: limit INTEGER
//@ yields: defined LIST<STRING>
//@ yields: used LIST<STRING>
//@ yields: topics LIST<MAP>
CALL () {
  MATCH (p:_mem:predicate)
  WHERE p.workspace_id = $workspace_id AND p.name IS NOT NULL AND p.synonym_of IS NULL
  WITH p.name AS name ORDER BY name LIMIT $limit
  RETURN collect(name) AS defined
}
CALL () {
  UNWIND $names AS subject
  CALL (subject) {
    MATCH (a:alias)
    WHERE subject <> 'user' AND a.workspace_id = $workspace_id AND a.key = oxgraph.name_key(subject)
    RETURN a.entity_id AS entity_id
    UNION
    // What a user without a name says is about the entity of that user.
    MATCH (e:entity)
    WHERE subject = 'user' AND e.workspace_id = $workspace_id AND e.node_id = $user_node
    RETURN e.id AS entity_id
  }
  WITH DISTINCT subject, entity_id
  CALL (entity_id) {
    // The newest of a subject are enough: the list is a hint.
    MATCH (m:memory)
    WHERE m.workspace_id = $workspace_id AND m.subject_id = entity_id AND m.predicate IS NOT NULL AND m.status = 'active'
      AND m.user_id IN ['', $user_id]
    WITH m ORDER BY m.recorded_at DESC LIMIT 1000
    RETURN collect(DISTINCT m.predicate)[..$limit] AS predicates, collect(DISTINCT m.topic_key)[..$limit] AS topic_keys
  }
  RETURN collect(predicates) AS lists, collect({subject: subject, topic_keys: topic_keys}) AS topics
}
UNWIND CASE WHEN lists = [] THEN [[]] ELSE lists END AS list
UNWIND CASE WHEN list = [] THEN [null] ELSE list END AS predicate
RETURN defined, collect(DISTINCT predicate)[..$limit] AS used, topics
