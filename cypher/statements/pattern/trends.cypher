//@ statement: pattern/trends
//@ summary: The figures of each active pattern on the days on which it was judged, the latest days of each.
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ param: days INTEGER
//@ yields: pattern_id STRING
//@ yields: instants LIST<INTEGER>
//@ yields: actions LIST<INTEGER>
//@ yields: totals LIST<INTEGER>
// Its key has the figures of the last instant of each day, in microseconds since 1970.
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND ($pattern_id IS NULL OR p.id = $pattern_id)
MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern_key',
  [p.action_type, p.node_type, p.error_code] + CASE WHEN p.context IS NULL THEN [] ELSE [p.context] END)})
WHERE size(k.figure_instants) > 0
RETURN p.id AS pattern_id, k.figure_instants[-$days..] AS instants, k.figure_actions[-$days..] AS actions,
       k.figure_totals[-$days..] AS totals
ORDER BY pattern_id
