//@ statement: other_memory/graphiti_entities
//@ summary: The entities of graphiti, with the episodes that mention them.
//@ yields: uuid STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
//@ yields: episodes LIST<STRING>
CYPHER 25
MATCH (n:Entity)
WHERE n.uuid IS NOT NULL AND n.group_id IS NOT NULL
RETURN n.uuid AS uuid, labels(n) AS labels, n {.*, name_embedding: null} AS properties,
       COLLECT { MATCH (e:Episodic)-[:MENTIONS]->(n) RETURN e.uuid ORDER BY e.valid_at, e.uuid LIMIT 100 } AS episodes
ORDER BY uuid
