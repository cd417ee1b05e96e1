//@ pass: ends
//@ version: 1
//@ summary: Read the runs whose outcome has become known or whose actions have changed since.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: batch INTEGER
//@ yields: runs INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (s:_mem:session) USING INDEX SEEK s:session(workspace_id, learn_at)
  WHERE s.workspace_id = $workspace_id AND s.learn_at <= $now
  WITH s ORDER BY s.learn_at LIMIT $batch / 20 + 1
  // The write lock, which capture takes too.
  SET s.workspace_id = s.workspace_id
  WITH s WHERE s.learn_at IS NOT NULL
  CALL (s) {
    MATCH (a:_mem:action)
    WHERE a.workspace_id = $workspace_id AND a.session_id = s.session_id AND a.started_at <= $now
    WITH a ORDER BY a.started_at, a.seq, a.id LIMIT 200
    RETURN collect(a {.action_type, .outcome, target_node_ids: a.target_node_ids[0..1]}) AS actions,
           head(collect(a.target_node_type)) AS kind, max(a.ended_at) AS ended_at
  }
  WITH s, kind, ended_at, oxgraph.run_steps($workspace_id, actions) AS run
  SET s.learn_at = null, s.run_at = CASE WHEN ended_at IS NULL THEN null ELSE coalesce(s.ended_at, ended_at) END,
      s.run_kind = kind, s.run_steps = run.steps, s.run_targets = run.targets, s.run_scores = null
  RETURN count(*) AS runs
}
RETURN runs, CASE WHEN runs > $batch / 20 THEN 1 ELSE 0 END AS remaining
