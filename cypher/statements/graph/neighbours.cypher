//@ statement: graph/neighbours
//@ summary: The nodes next to a node of a workspace's memory, the latest of each kind of relationship first, the kinds taking turns.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: kinds LIST<STRING>
//@ param: after MAP
//@ param: limit INTEGER
//@ yields: group STRING
//@ yields: place INTEGER
//@ yields: edge STRING
//@ yields: type STRING
//@ yields: outgoing BOOLEAN
//@ yields: id STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
CALL oxgraph.neighbours($workspace_id, $id, $kinds, $after, $limit) YIELD group, place, edge, type, outgoing, node
RETURN group, place, edge, type, outgoing, node.id AS id, labels(node) AS labels,
       node {.*, embedding: null, embedding_alt: null, embedding_model: null, unembedded: null, workspace_term: null,
             grams: null, gram_count: null} AS properties
