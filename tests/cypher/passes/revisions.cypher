//@ query: revisions
//@ summary: The rev of every node but the runs of passes.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: rev INTEGER
MATCH (n:_mem) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL AND NOT n:pass_run
RETURN n.id AS id, n.rev AS rev ORDER BY id
