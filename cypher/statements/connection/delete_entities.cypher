//@ statement: connection/delete_entities
//@ summary: Delete a batch of a connection's own entities with their names; one on which anything else hangs stays, bare.
//@ param: workspace_id STRING
//@ param: element_ids LIST<STRING>
//@ param: connection STRING
//@ param: reserved LIST<STRING>
//@ yields: entities INTEGER
//@ yields: kept INTEGER
CYPHER 25
UNWIND $element_ids AS element_id
MATCH (e:_mem:entity)
WHERE elementId(e) = element_id AND e.workspace_id = $workspace_id AND e.connection = $connection AND e.owned
  AND NOT EXISTS { (e)-[:`_mem:stands_for`]->() }
SET e:entity
WITH e, e.deleted_at IS NOT NULL OR e.merged_into IS NOT NULL OR EXISTS {
  MATCH (e)-[]-(m) WHERE NOT coalesce(m:alias AND m.canonical AND m.origin_id = e.id, false)
} AS in_use
CALL (e, in_use) {
  WITH e
  WHERE in_use
  REMOVE e:$([label IN labels(e) WHERE NOT label IN ['_mem', 'entity']])
  FOREACH (key IN [key IN keys(e) WHERE NOT key IN $reserved] | SET e[key] = null)
  SET e.released_from = e.connection
  REMOVE e.connection, e.shown_properties, e.workspace_term // Recall returns it no more.
}
CALL (e, in_use) {
  MATCH (a:_mem:alias)-[:`_mem:names`]->(e)
  WHERE NOT in_use
  DETACH DELETE a
}
CALL (e, in_use) {
  WITH e
  WHERE NOT in_use
  DETACH DELETE e
}
RETURN count(*) AS entities, sum(CASE WHEN in_use THEN 1 ELSE 0 END) AS kept
