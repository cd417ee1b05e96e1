//@ statement: entity/create
//@ summary: Make an entity of the workspace's own, for a user without a node_id the user's, unless one has its node_id or, without a node_id, its name; then that one.
//@ plan: one
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ param: name STRING
//@ param: type STRING
//@ param: node_id STRING
//@ param: description STRING
//@ param: connection STRING
//@ param: properties MAP
//@ param: shown LIST<STRING>
//@ param: labels LIST<STRING>
//@ param: any_type BOOLEAN
//@ param: ours LIST<STRING>
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: created BOOLEAN
//@ yields: shown BOOLEAN
// The lock under which names are made: two callers who name the same thing see each other.
CYPHER 25
MERGE (l:_mem:lock {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'lock', ['names'])})
ON CREATE SET l.name = 'names', l.created_at = $now
SET l.name = 'names'
// A label stays in the database for ever, so what agents make up is a property alone, unless the type is defined.
WITH oxgraph.name_key($name) AS key, head(COLLECT {
  MATCH (t:_mem:entity_type {
    workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity_type', [oxgraph.normalise($type)])
  })
  RETURN t.name
}) AS defined
CALL (key) {
  CALL (key) {
    MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $id})
    RETURN e.id AS taken, coalesce(e.private_to, '') AS holder
    UNION
    MATCH (e:entity)
    WHERE e.workspace_id = $workspace_id AND e.node_id = $node_id AND e:_mem
    RETURN e.id AS taken, coalesce(e.private_to, '') AS holder
    UNION
    MATCH (a:alias)
    WHERE $node_id IS NULL AND a.workspace_id = $workspace_id AND a.key = key
    MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id})
    WHERE e.deleted_at IS NULL AND coalesce(e.private_to, '') IN ['', $user_id]
      AND ($type IS NULL OR e.type IS NULL OR toLower(e.type) = toLower($type))
    RETURN e.id AS taken, coalesce(e.private_to, '') AS holder
  }
  RETURN collect(taken) AS taken, head(collect(holder)) AS holder
}
// A node_id is that of a thing in the workspace's systems, which actions refer to: that is shared.
CALL (key, taken, defined) {
  WITH key, defined, CASE WHEN $node_id IS NULL THEN $user_id ELSE '' END AS owner WHERE taken = []
  CREATE (e:_mem:entity {workspace_id: $workspace_id, id: $id, created_at: $now, owned: true, unembedded: true,
                         node_id: coalesce($node_id, $id), name: $name, type: coalesce(defined, $type), description: $description,
                         connection: $connection, private_to: CASE WHEN owner <> '' THEN owner END,
                         workspace_term: 'ws' + replace($workspace_id, '-', '')})
  SET e:$(CASE WHEN $labels = [] THEN [] WHEN NOT defined IN $ours THEN [defined] WHEN $any_type THEN $labels ELSE [] END),
      e += $properties
  WITH key, owner, e, [name IN $shown WHERE trim(toStringOrNull(e[name])) <> ''
                | name + ': ' + left(trim(toString(e[name])), 200)] AS lines
  SET e.shown_properties = CASE lines WHEN [] THEN null ELSE lines END
  CREATE (:_mem:alias {
    workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'alias', [key, $id]), created_at: $now, key: key,
    text: $name, grams: oxgraph.grams($name), gram_count: size(split(oxgraph.grams($name), ' ')), canonical: true,
    entity_id: $id, origin_id: $id, workspace_term: oxgraph.workspace_term($workspace_id, owner)
  })-[:`_mem:names`]->(e)
  CREATE (:_mem:transition {
    workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now, subject_id: $id,
    subject_kind: 'entity', rule: 'created', inputs: $inputs, by: $by,
    by_id: $by_id
  })
  RETURN count(*) AS made
}
RETURN coalesce(head(taken), $id) AS id, made = 1 AS created, made = 1 OR $visible IS NULL OR holder IN $visible AS shown
