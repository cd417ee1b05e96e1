//@ statement: evaluation/forecast
//@ summary: From which probability a workspace's agents are warned, and whether warnings have stopped coming true.
//@ param: workspace_id STRING
//@ yields: threshold FLOAT
//@ yields: drifting BOOLEAN
//@ yields: cases INTEGER
MATCH (f:_mem:forecast {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
RETURN f.threshold AS threshold, f.drifting AS drifting, f.cases AS cases
