//@ statement: other_memory/graphiti_facts
//@ summary: The facts of graphiti, which are its relationships between entities, the earlier ones first.
//@ yields: uuid STRING
//@ yields: properties MAP
//@ yields: subject STRING
//@ yields: subject_labels LIST<STRING>
//@ yields: object STRING
//@ yields: object_labels LIST<STRING>
CYPHER 25
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity)
WHERE r.uuid IS NOT NULL AND r.fact IS NOT NULL
RETURN r.uuid AS uuid, r {.*, fact_embedding: null} AS properties,
       a.name AS subject, labels(a) AS subject_labels, b.name AS object, labels(b) AS object_labels
ORDER BY coalesce(r.valid_at, r.created_at), uuid
