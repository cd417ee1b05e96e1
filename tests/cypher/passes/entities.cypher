//@ query: entities
//@ summary: Make nodes of the ontology that actions can reference.
//@ param: workspace_id STRING
//@ param: node_ids LIST<STRING>
//@ param: now DATETIME
UNWIND $node_ids AS node_id
CREATE (:_mem:entity {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [node_id]),
                      node_id: node_id, type: 'X', name: node_id, created_at: $now})
