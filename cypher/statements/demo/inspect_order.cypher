//@ statement: demo/inspect_order
//@ summary: Of which type an order's total is.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ yields: value_type STRING
MATCH (o:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
RETURN valueType(o.total) AS value_type
