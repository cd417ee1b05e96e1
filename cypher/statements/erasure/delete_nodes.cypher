//@ statement: erasure/delete_nodes
//@ summary: Delete nodes that are nothing but a text: questions, definitions of predicates, values of the working set.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: deleted INTEGER
UNWIND $ids AS id
MATCH (n:_mem {workspace_id: $workspace_id, id: id})
WHERE n:question OR n:predicate OR n:slot
DETACH DELETE n
RETURN count(*) AS deleted
