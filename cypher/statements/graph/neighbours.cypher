//@ statement: graph/neighbours
//@ summary: The nodes next to a node of a workspace's memory, the latest of each kind of relationship first, the kinds taking turns.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
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
// What belongs to another user keeps its place, so that pages stay whole, and says nothing.
WITH group, place, edge, type, outgoing, node,
     $visible IS NULL OR CASE WHEN node:entity THEN coalesce(node.private_to, '') ELSE coalesce(node.user_id, '') END
       IN $visible AS shown
RETURN group, place, edge, type, outgoing, CASE WHEN shown THEN node.id ELSE '' END AS id,
       CASE WHEN shown THEN labels(node) ELSE [] END AS labels,
       CASE WHEN shown THEN
         node {.*, embedding: null, embedding_alt: null, embedding_model: null, unembedded: null, workspace_term: null,
               grams: null, gram_count: null} ELSE {} END AS properties
