//@ query: transitions_of
//@ summary: The transitions of a node, in the order in which they were written.
//@ param: workspace_id STRING
//@ param: id STRING
//@ yields: properties MAP
MATCH (t:_mem:transition)
WHERE t.workspace_id = $workspace_id AND t.subject_id = $id
RETURN properties(t) AS properties
ORDER BY t.rev
