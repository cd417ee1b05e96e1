//@ statement: semantic/connections
//@ summary: What came from each source: entities and edges, the first and the last.
//@ param: workspace_id STRING
//@ yields: name STRING
//@ yields: entities INTEGER
//@ yields: edges INTEGER
//@ yields: first DATETIME
//@ yields: last DATETIME
MATCH (e:entity)
WHERE e.workspace_id = $workspace_id AND e.connection IS NOT NULL
WITH e, e.connection AS name
RETURN name, count(*) AS entities, min(e.created_at) AS first, max(e.created_at) AS last,
       sum(COUNT { (e)-[r]->() WHERE r.connection = name }
         + COUNT { (e)<-[r]-(o) WHERE r.connection = name AND coalesce(o.connection, '') <> name }) AS edges
ORDER BY name
