//@ query: transitions
//@ summary: The transitions of patterns, oldest first.
//@ param: workspace_id STRING
//@ yields: rule STRING
//@ yields: at DATETIME
//@ yields: subject_id STRING
MATCH (x:_mem:transition)
WHERE x.workspace_id = $workspace_id AND x.subject_id IS NOT NULL AND x.subject_kind = 'pattern'
RETURN x.rule AS rule, x.at AS at, x.subject_id AS subject_id ORDER BY at, rule
