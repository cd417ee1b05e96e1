//@ query: statements
//@ summary: What was written by statements, with the number of the commit.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: rev INTEGER
MATCH (t:transition) WHERE t.workspace_id = $workspace_id AND t.subject_id IS NOT NULL AND t.rule IN ['remembered', 'merged']
RETURN t.id AS id, t.rev AS rev
