//@ statement: connection/delete_edges
//@ summary: Delete a batch of the relationships of the domain that came with a connection.
//@ param: element_ids LIST<STRING>
//@ param: connection STRING
//@ yields: edges INTEGER
CYPHER 25
UNWIND $element_ids AS element_id
MATCH ()-[r]->()
WHERE elementId(r) = element_id AND r.mem_edge_id IS NOT NULL AND r.connection = $connection
DELETE r
RETURN count(*) AS edges
