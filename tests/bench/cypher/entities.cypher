//@ statement: cypher/entities
//@ summary: Nodes for actions to refer to.
//@ param: workspace_id STRING
//@ param: nodes LIST<MAP>
//@ param: now DATETIME
UNWIND $nodes AS node
CREATE (e:_mem:entity {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity', [node.node_id]),
                       created_at: $now, node_id: node.node_id, type: node.type, name: node.node_id})
