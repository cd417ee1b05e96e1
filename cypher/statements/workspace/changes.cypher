//@ statement: workspace/changes
//@ summary: The changes of a workspace among the next ones of the feed; `rows` and `position` count those of all workspaces.
//@ param: workspace_id STRING
//@ param: since INTEGER
//@ param: limit INTEGER
//@ yields: rows INTEGER
//@ yields: position INTEGER
//@ yields: changes LIST<MAP>
CALL oxgraph.changes($since, $limit) YIELD rev, workspace_id, id, kind, deleted
RETURN count(*) AS rows, coalesce(max(rev), $since) AS position,
       collect(CASE WHEN workspace_id = $workspace_id THEN {rev: rev, id: id, kind: kind, deleted: deleted} END) AS changes
