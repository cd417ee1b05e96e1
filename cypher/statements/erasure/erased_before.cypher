//@ statement: erasure/erased_before
//@ summary: When the entity of this id was erased, if it was.
//@ param: workspace_id STRING
//@ param: subject STRING
//@ yields: at DATETIME
MATCH (t:_mem:transition)
WHERE t.workspace_id = $workspace_id AND t.subject_id = $subject AND t.rule = 'erased' AND t.subject_kind = 'entity'
RETURN max(t.at) AS at
