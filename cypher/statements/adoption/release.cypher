//@ statement: adoption/release
//@ summary: Give a batch of adopted nodes back as they were, and take their stand-ins away; what memory holds of them stays.
//@ param: workspace_id STRING
//@ param: element_ids LIST<STRING>
//@ param: kept LIST<STRING>
//@ yields: released INTEGER
//@ yields: stand_ins INTEGER
//@ yields: kept INTEGER
// Relationships are ours when their type or their mem_edge_id says so. Those of a domain node move to the entity that
// takes its place; an entity's own names alone are no reason to keep it.
CYPHER 25
UNWIND $element_ids AS element_id
MATCH (e:_mem:entity)
WHERE elementId(e) = element_id AND e.workspace_id = $workspace_id
  AND (e.adopted_properties IS NOT NULL OR EXISTS { (e)-[:`_mem:stands_for`]->() })
SET e:entity
WITH e, e.adopted_properties IS NOT NULL AS in_place,
     e.deleted_at IS NOT NULL OR e.merged_into IS NOT NULL OR EXISTS {
       (e)-[r]-(m)
       WHERE type(r) <> '_mem:stands_for' AND (type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL)
         AND NOT coalesce(m:alias AND m.canonical AND m.origin_id = e.id, false)
     } AS in_use
CALL (e, in_use) {
  MATCH (a:_mem:alias)-[:`_mem:names`]->(e)
  WHERE NOT in_use
  DETACH DELETE a
}
CALL (e, in_place, in_use) {
  WITH e, in_use, e.adopted_properties AS added, e {
    .id, .workspace_id, .node_id, .type, .name, .description, .created_at, .deleted_at, .merged_into, .unembedded,
    .embedding, .embedding_alt, .embedding_model, owned: true, released_from: e.connection
  } AS place
  WHERE in_place
  REMOVE e:_mem:entity
  FOREACH (key IN added + $kept | SET e[key] = null)
  WITH e, in_use, place
  WHERE in_use
  CREATE (b:_mem:entity)
  SET b = place
  WITH e, b
  CALL (e, b) {
    MATCH (e)-[r]->(m)
    WHERE type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL
    CREATE (b)-[copy:$(type(r))]->(m)
    SET copy = properties(r)
    DELETE r
  }
  CALL (e, b) {
    MATCH (e)<-[r]-(m)
    WHERE type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL
    CREATE (b)<-[copy:$(type(r))]-(m)
    SET copy = properties(r)
    DELETE r
  }
}
CALL (e, in_place, in_use) {
  MATCH (e)-[r:`_mem:stands_for`]->()
  WHERE NOT in_place AND in_use
  DELETE r
  SET e.released_from = e.connection
  REMOVE e.connection, e.shown_properties, e.workspace_term
}
CALL (e, in_place, in_use) {
  WITH e
  WHERE NOT in_place AND NOT in_use
  DETACH DELETE e
}
RETURN sum(CASE WHEN in_place THEN 1 ELSE 0 END) AS released,
       sum(CASE WHEN in_place THEN 0 ELSE 1 END) AS stand_ins,
       sum(CASE WHEN in_use THEN 1 ELSE 0 END) AS kept
