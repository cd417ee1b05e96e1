//@ statement: entity/update
//@ summary: Change an entity's name, type, description or own properties; null leaves, a property that is null goes. No row when it is not there.
//@ plan: one
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: name STRING
//@ param: type STRING
//@ param: description STRING
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
// What is put on a node of the user's own graph where nothing stood is listed with it, so that its release takes it off.
CYPHER 25
MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $id})
WHERE e.deleted_at IS NULL
MERGE (l:_mem:lock {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'lock', ['names'])})
ON CREATE SET l.name = 'names', l.created_at = $now
SET l.name = 'names'
WITH e, e.name <> coalesce($name, e.name) OR coalesce(e.description, '') <> coalesce($description, e.description, '')
     AS reworded, head(COLLECT {
  MATCH (t:_mem:entity_type {
    workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity_type', [oxgraph.normalise($type)])
  })
  RETURN t.name
}) AS defined
FOREACH (_ IN CASE WHEN reworded THEN [1] ELSE [] END |
  SET e.unembedded = true, e.embedding = null, e.embedding_alt = null, e.embedding_model = null)
WITH e, coalesce(defined, $type) AS new_type, CASE WHEN $labels = [] THEN [] WHEN NOT defined IN $ours THEN [defined] WHEN $any_type THEN $labels ELSE [] END AS new_labels
FOREACH (_ IN CASE WHEN new_type IS NULL OR e.type = new_type OR e.owned IS NULL THEN [] ELSE [1] END |
  REMOVE e:$([label IN labels(e) WHERE label = e.type AND NOT label IN $ours])
  SET e:$(new_labels))
SET e.adopted_properties = CASE WHEN e.owned IS NULL THEN e.adopted_properties + [given IN
      [['name', $name], ['type', new_type], ['description', $description]]
      WHERE given[1] IS NOT NULL AND e[given[0]] IS NULL AND NOT given[0] IN e.adopted_properties | given[0]]
    END,
    e.name = coalesce($name, e.name), e.type = coalesce(new_type, e.type),
    e.description = CASE WHEN $description = '' THEN null ELSE coalesce($description, e.description) END,
    e += $properties,
    e.workspace_term = CASE WHEN $description <> '' OR $shown <> [] THEN 'ws' + replace($workspace_id, '-', '')
      ELSE e.workspace_term END
// A stand-in has the chosen properties of the node that it stands for, and its own; without a new choice they stay the same ones.
WITH e, coalesce(head(COLLECT { MATCH (e)-[:`_mem:stands_for`]->(n) RETURN n }), e) AS source,
     coalesce($shown, [line IN e.shown_properties | split(line, ': ')[0]], []) AS names
WITH e, [pair IN [name IN names | [name, trim(toStringOrNull(coalesce(source[name], e[name])))]] WHERE pair[1] <> ''
         | pair[0] + ': ' + left(pair[1], 200)] AS lines
FOREACH (_ IN CASE WHEN lines = coalesce(e.shown_properties, []) THEN [] ELSE [1] END |
  SET e.shown_properties = CASE lines WHEN [] THEN null ELSE lines END, e.unembedded = true, e.embedding = null,
      e.embedding_alt = null, e.embedding_model = null)
WITH e, CASE WHEN $name IS NULL THEN '' ELSE oxgraph.name_key($name) END AS key
CALL (e, key) {
  WITH e, key WHERE key <> ''
  CALL (e, key) {
    MATCH (former:_mem:alias)-[:`_mem:names`]->(e)
    WHERE former.canonical AND former.origin_id = e.id AND former.key <> key
    SET former.canonical = false
  }
  CALL (e, key) {
    MATCH (own:_mem:alias)-[:`_mem:names`]->(e)
    WHERE own.key = key AND own.origin_id = e.id
    SET own.text = $name, own.canonical = true
    RETURN count(own) AS own
  }
  WITH e, key, own, oxgraph.stable_id($workspace_id, 'alias', [key, e.id]) AS first, oxgraph.grams($name) AS grams
  WHERE own = 0
  // The id is taken where the entity once had this name, and another one has taken it over.
  CREATE (:_mem:alias {
    workspace_id: $workspace_id, created_at: $now, key: key, text: $name, grams: grams,
    id: CASE WHEN EXISTS { MATCH (:_mem {workspace_id: $workspace_id, id: first}) }
             THEN oxgraph.stable_id($workspace_id, 'alias', [key, e.id, $transition_id]) ELSE first END,
    gram_count: size(split(grams, ' ')), canonical: true, entity_id: e.id, origin_id: e.id,
    workspace_term: oxgraph.workspace_term($workspace_id, coalesce(e.private_to, ''))
  })-[:`_mem:names`]->(e)
}
CREATE (:_mem:transition {
  workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now, subject_id: e.id,
  subject_kind: 'entity', rule: 'updated', inputs: $inputs, by: $by,
  by_id: $by_id
})
RETURN e.id AS id
