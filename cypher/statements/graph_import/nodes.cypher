//@ statement: graph_import/nodes
//@ summary: Write a batch of a graph's nodes as entities of our own, each once; what is the same already is not touched.
//@ param: workspace_id STRING
//@ param: connection STRING
//@ param: rows LIST<MAP>
//@ param: reserved LIST<STRING>
//@ param: ours LIST<STRING>
//@ param: now DATETIME
//@ yields: created INTEGER
//@ yields: updated INTEGER
//@ yields: unchanged INTEGER
//@ yields: elsewhere INTEGER
// An id is looked for in this connection first. A node_id that an entity of the same type has is the same thing, known
// from another source; one of another type only has the same id, and the new one is called Type/id.
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  OPTIONAL MATCH (known:_mem:entity {workspace_id: $workspace_id, id: row.id})
  WITH row, known, head(COLLECT {
    MATCH (e:entity {workspace_id: $workspace_id, node_id: row.node_id})
    WHERE e:_mem
    RETURN e ORDER BY e.id LIMIT 1
  }) AS holder
  WITH row, holder, CASE
    WHEN known IS NOT NULL THEN known
    WHEN holder.released_from IS NOT NULL AND (holder.released_from = $connection OR holder.type = row.type) THEN holder
  END AS old
  WITH row, old, CASE
    WHEN old IS NULL AND holder.type = row.type THEN 'elsewhere'
    WHEN old IS NULL THEN 'created'
    WHEN coalesce(old.connection <> $connection, false) OR old.owned IS NULL OR EXISTS { (old)-[:`_mem:stands_for`]->() }
      THEN 'elsewhere'
    WHEN old.released_from IS NOT NULL OR old.name <> row.name OR old.type <> row.type
      OR coalesce(old.description, '') <> coalesce(row.description, '')
      OR any(key IN keys(row.properties) WHERE old[key] IS NULL OR old[key] <> row.properties[key])
      OR any(key IN keys(old) WHERE NOT key IN $reserved AND row.properties[key] IS NULL)
      THEN 'updated'
    ELSE 'unchanged'
  END AS outcome, CASE WHEN holder IS NULL THEN row.node_id ELSE row.type + '/' + row.node_id END AS node_id
  CALL (row, old, outcome, node_id) {
    WITH row, node_id
    WHERE outcome = 'created'
    MERGE (e:_mem {workspace_id: $workspace_id, id: row.id})
    ON CREATE SET e:entity:$(row.labels), e.created_at = $now, e.node_id = node_id, e.owned = true
    RETURN e AS entity
    UNION
    WITH row, old
    WHERE outcome = 'updated'
    REMOVE old:$([label IN labels(old) WHERE label = old.type AND label <> row.type AND NOT label IN $ours])
    SET old:$(row.labels)
    FOREACH (key IN [key IN keys(old) WHERE NOT key IN $reserved] | SET old[key] = row.properties[key])
    REMOVE old.released_from
    RETURN old AS entity
    UNION
    WITH outcome
    WHERE outcome IN ['unchanged', 'elsewhere']
    RETURN null AS entity
  }
  CALL (row, entity) {
    WITH row, entity
    WHERE entity IS NOT NULL
    SET entity.unembedded = CASE
          WHEN entity.name = row.name AND coalesce(entity.description, '') = coalesce(row.description, '')
            THEN entity.unembedded
          ELSE true
        END,
        entity.workspace_term = 'ws' + replace($workspace_id, '-', ''),
        entity += row.properties, entity.type = row.type, entity.name = row.name,
        entity.description = row.description, entity.connection = $connection
    WITH row, entity, oxgraph.name_key(row.name) AS key
    CALL (entity, key) {
      MATCH (former:_mem:alias)-[:`_mem:names`]->(entity)
      WHERE former.canonical AND former.origin_id = entity.id AND former.key <> key
      SET former.canonical = false
    }
    WITH row, entity, key, oxgraph.stable_id($workspace_id, 'alias', [key, entity.id]) AS alias_id
    WHERE key <> '' AND NOT EXISTS { MATCH (:_mem {workspace_id: $workspace_id, id: alias_id}) }
    WITH row, entity, key, alias_id, oxgraph.grams(row.name) AS grams
    CREATE (:_mem:alias {
      workspace_id: $workspace_id, id: alias_id, created_at: $now, key: key, text: row.name, grams: grams,
      gram_count: size(split(grams, ' ')), canonical: true, entity_id: entity.id, origin_id: entity.id,
      workspace_term: 'ws' + replace($workspace_id, '-', '')
    })-[:`_mem:names`]->(entity)
  }
  RETURN outcome
}
RETURN sum(CASE outcome WHEN 'created' THEN 1 ELSE 0 END) AS created,
       sum(CASE outcome WHEN 'updated' THEN 1 ELSE 0 END) AS updated,
       sum(CASE outcome WHEN 'unchanged' THEN 1 ELSE 0 END) AS unchanged,
       sum(CASE outcome WHEN 'elsewhere' THEN 1 ELSE 0 END) AS elsewhere
