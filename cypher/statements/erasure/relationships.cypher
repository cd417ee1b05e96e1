//@ statement: erasure/relationships
//@ summary: Delete a batch of the relationships that oxgraph made at these entities, but for their names and mergers.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ param: batch INTEGER
//@ yields: deleted INTEGER
UNWIND $ids AS id
MATCH (e:_mem:entity {workspace_id: $workspace_id, id: id})
MATCH (e)-[r]-()
WHERE (type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL)
  AND NOT type(r) IN ['_mem:names', '_mem:merged_into', '_mem:stands_for']
WITH DISTINCT r LIMIT $batch
DELETE r
RETURN count(*) AS deleted
