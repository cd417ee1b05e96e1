//@ statement: entity/create_missing
//@ summary: Make the entities of the workspace's own, of one type, whose node_id no entity has yet; for imports.
//@ param: workspace_id STRING
//@ param: entities LIST<MAP>
//@ param: type STRING
//@ param: labels LIST<STRING>
//@ param: ours LIST<STRING>
//@ param: inputs STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: created INTEGER
// Each of the entities: id, node_id, name, transition_id. The lock under which names are made, as in entity/create.
CYPHER 25
MERGE (l:_mem:lock {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'lock', ['names'])})
ON CREATE SET l.name = 'names', l.created_at = $now
SET l.name = 'names'
WITH head(COLLECT {
  MATCH (t:_mem:entity_type {
    workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity_type', [oxgraph.normalise($type)])
  })
  RETURN t.name
}) AS defined
UNWIND $entities AS asked
OPTIONAL MATCH (there:entity)
WHERE there.workspace_id = $workspace_id AND there.node_id = asked.node_id AND there:_mem
WITH defined, asked, there WHERE there IS NULL
WITH defined, asked, oxgraph.name_key(asked.name) AS key, 'ws' + replace($workspace_id, '-', '') AS term
CREATE (e:_mem:entity {
  workspace_id: $workspace_id, id: asked.id, created_at: $now, owned: true, unembedded: true, node_id: asked.node_id,
  name: asked.name, type: coalesce(defined, $type), workspace_term: term
})
SET e:$(CASE WHEN NOT defined IN $ours THEN [defined] ELSE $labels END)
CREATE (:_mem:alias {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'alias', [key, asked.id]), created_at: $now, key: key,
  text: asked.name, grams: oxgraph.grams(asked.name), gram_count: size(split(oxgraph.grams(asked.name), ' ')),
  canonical: true, entity_id: asked.id, origin_id: asked.id, workspace_term: term
})-[:`_mem:names`]->(e)
CREATE (:_mem:transition {
  workspace_id: $workspace_id, id: asked.transition_id, created_at: $now, at: $now, subject_id: asked.id,
  subject_kind: 'entity', rule: 'created', inputs: $inputs, by: $by, by_id: $by_id
})
RETURN count(*) AS created
