//@ statement: adoption/step_aside
//@ summary: Give an adopted node back and let a stand-in take its place; the relationships follow, a batch at a time.
//@ param: workspace_id STRING
//@ param: element_id STRING
//@ param: kept LIST<STRING>
//@ yields: element_id STRING
// One that stands in already is the answer itself: an earlier run was interrupted.
CYPHER 25
MATCH (e:_mem:entity)
WHERE elementId(e) = $element_id AND e.workspace_id = $workspace_id
CALL (e) {
  WITH e, e.adopted_properties AS added, e {
    .id, .workspace_id, .node_id, .type, .name, .description, .created_at, .deleted_at, .merged_into, .unembedded,
    .embedding, .embedding_alt, .embedding_model, .connection, .shown_properties, .workspace_term, owned: true
  } AS place
  WHERE added IS NOT NULL
  REMOVE e:_mem:entity
  FOREACH (key IN added + $kept | SET e[key] = null)
  CREATE (b:_mem:entity)
  SET b = place
  CREATE (b)-[:`_mem:stands_for`]->(e)
  RETURN b
  UNION
  WITH e
  WHERE e.adopted_properties IS NULL AND e.owned
  RETURN e AS b
}
RETURN elementId(b) AS element_id
