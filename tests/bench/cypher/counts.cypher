//@ statement: cypher/counts
//@ summary: How much of each kind a workspace holds.
//@ param: workspace_id STRING
//@ yields: kind STRING
//@ yields: count INTEGER
MATCH (n:_mem) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
UNWIND [label IN labels(n) WHERE label <> '_mem'] AS kind
RETURN kind, count(*) AS count
