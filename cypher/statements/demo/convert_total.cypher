//@ statement: demo/convert_total
//@ summary: Make a number of an order's total; no row when the text is none.
//@ param: workspace_id STRING
//@ param: node_id STRING
//@ yields: node_id STRING
MATCH (o:_mem:entity {workspace_id: $workspace_id, node_id: $node_id})
WHERE toFloatOrNull(o.total) IS NOT NULL
SET o.total = toFloat(o.total)
RETURN o.node_id AS node_id
