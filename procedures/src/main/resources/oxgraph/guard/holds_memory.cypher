// What a new workspace has by itself, and what the passes write into an empty one, is no memory.
CALL () {
  MATCH (n:_mem)
  WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
  RETURN n
  LIMIT 10000
}
WITH count(*) AS nodes,
     count(CASE WHEN none(label IN labels(n) WHERE label IN ['workspace', 'token', 'lock', 'metric', 'benchmark',
       'transition', 'pass_run', 'forecast', 'run_risk', 'slot']) THEN 1 END) AS others
RETURN others > 0 OR nodes = 10000 AS holds
