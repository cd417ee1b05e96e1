//@ statement: graph/nodes
//@ summary: Nodes of a workspace's memory, by their ids, with what stands on them.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: ids LIST<STRING>
//@ yields: id STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
// Vectors and what search alone needs are not even read.
UNWIND $ids AS id
MATCH (n:_mem {workspace_id: $workspace_id, id: id})
WHERE n.deleted_at IS NULL AND ($visible IS NULL OR CASE WHEN n:entity THEN coalesce(n.private_to, '') ELSE coalesce(n.user_id, '') END IN $visible)
RETURN n.id AS id, labels(n) AS labels,
       n {.*, embedding: null, embedding_alt: null, embedding_model: null, unembedded: null, workspace_term: null,
          grams: null, gram_count: null} AS properties
