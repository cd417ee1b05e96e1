//@ statement: other_memory/graphiti_episodes
//@ summary: The episodes of graphiti, by group and time.
//@ yields: uuid STRING
//@ yields: group_id STRING
//@ yields: source STRING
//@ yields: content STRING
//@ yields: said_at DATETIME
CYPHER 25
MATCH (e:Episodic)
WHERE e.uuid IS NOT NULL
RETURN e.uuid AS uuid, e.group_id AS group_id, e.source AS source, e.content AS content,
       coalesce(e.valid_at, e.created_at) AS said_at
ORDER BY group_id, said_at, uuid
