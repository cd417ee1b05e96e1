//@ statement: adoption/write
//@ summary: Make a batch of domain nodes, or stand-ins for them, entities; what a release had kept for one, it takes up again.
//@ plan: one
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ param: connection STRING
//@ param: type STRING
//@ param: description_property STRING
//@ param: shown LIST<STRING>
//@ param: now DATETIME
//@ yields: adopted INTEGER
//@ yields: stand_ins INTEGER
//@ yields: restored INTEGER
CYPHER 25
UNWIND $rows AS row
MATCH (n)
WHERE elementId(n) = row.element_id
SET n:$(labels(n)) // Takes the node's lock: from here on nobody else gives it a property.
WITH row, n
WHERE NOT n:_mem AND (NOT row.in_place
  OR all(key IN keys(row.added) WHERE n[key] IS NULL) AND coalesce(n.id, row.id) = row.id)
CALL (row, n) {
  WITH row, n
  WHERE row.in_place
  CALL (row, n) {
    MATCH (old:_mem:entity {workspace_id: $workspace_id, id: row.id})
    SET n.deleted_at = old.deleted_at, n.merged_into = old.merged_into
    WITH n, old
    CALL (n, old) {
      MATCH (old)-[r]->(m)
      CREATE (n)-[copy:$(type(r))]->(m)
      SET copy = properties(r)
    }
    CALL (n, old) {
      MATCH (old)<-[r]-(m)
      CREATE (n)<-[copy:$(type(r))]-(m)
      SET copy = properties(r)
    }
    DETACH DELETE old
  }
  SET n:_mem:entity, n += row.added, n.adopted_properties = row.adopted_properties, n.unembedded = true,
      n.created_at = coalesce(n.created_at, $now),
      n.description = coalesce(n.description, left(toStringOrNull(n[$description_property]), 2000))
  RETURN n AS entity, n AS source
  UNION
  WITH row, n
  WHERE NOT row.in_place
  MERGE (s:_mem {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET s:entity, s.created_at = $now
  SET s.node_id = row.node_id, s.type = $type, s.name = row.name, s.connection = $connection, s.owned = true,
      s.description = left(toStringOrNull(n[$description_property]), 2000), s.unembedded = true
  REMOVE s.released_from
  MERGE (s)-[:`_mem:stands_for`]->(n)
  RETURN s AS entity, n AS source
}
// The chosen properties, each in one short line; a list has no text, and what is empty says nothing.
WITH row, entity, [key IN $shown WHERE trim(toStringOrNull(source[key])) <> ''
                   | key + ': ' + left(trim(toString(source[key])), 200)] AS lines
SET entity.shown_properties = CASE lines WHEN [] THEN null ELSE lines END,
    entity.workspace_term = 'ws' + replace($workspace_id, '-', '')
WITH row, entity, oxgraph.name_key(row.name) AS key
CALL (entity, key) {
  MATCH (former:_mem:alias)-[:`_mem:names`]->(entity)
  WHERE former.canonical AND former.origin_id = entity.id AND former.key <> key
  SET former.canonical = false
}
CALL (row, entity, key) {
  WITH row, entity, key, oxgraph.stable_id($workspace_id, 'alias', [key, entity.id]) AS alias_id
  WHERE key <> '' AND NOT EXISTS { MATCH (:_mem {workspace_id: $workspace_id, id: alias_id}) }
  WITH row, entity, key, alias_id, oxgraph.grams(row.name) AS grams
  CREATE (:_mem:alias {
    workspace_id: $workspace_id, id: alias_id, created_at: $now, key: key, text: row.name, grams: grams,
    gram_count: size(split(grams, ' ')), canonical: true, entity_id: entity.id, origin_id: entity.id,
    workspace_term: 'ws' + replace($workspace_id, '-', '')
  })-[:`_mem:names`]->(entity)
}
RETURN sum(CASE WHEN row.in_place THEN 1 ELSE 0 END) AS adopted,
       sum(CASE WHEN row.in_place THEN 0 ELSE 1 END) AS stand_ins,
       sum(CASE WHEN row.restored THEN 1 ELSE 0 END) AS restored
