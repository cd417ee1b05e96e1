//@ query: drift
//@ summary: When warnings stopped coming true, and when they did so again, oldest first.
//@ param: workspace_id STRING
//@ yields: rule STRING
MATCH (x:_mem:transition)
WHERE x.workspace_id = $workspace_id AND x.subject_id IS NOT NULL AND x.subject_kind = 'forecast'
RETURN x.rule AS rule ORDER BY x.at
