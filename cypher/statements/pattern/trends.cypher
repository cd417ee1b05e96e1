//@ statement: pattern/trends
//@ summary: The figures of each active pattern, or of those named, on the days on which it was judged, the latest days of each.
//@ param: workspace_id STRING
//@ param: pattern_ids LIST<STRING>
//@ param: days INTEGER
//@ yields: pattern_id STRING
//@ yields: instants LIST<INTEGER>
//@ yields: actions LIST<INTEGER>
//@ yields: totals LIST<INTEGER>
// Its key has the figures of the last instant of each day, in microseconds since 1970.
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND ($pattern_ids IS NULL OR p.id IN $pattern_ids)
MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern_key',
  [p.action_type, p.node_type, p.error_code] + CASE WHEN p.context IS NULL THEN [] ELSE [p.context] END)})
WHERE size(k.figure_instants) > 0
RETURN p.id AS pattern_id, k.figure_instants[-$days..] AS instants, k.figure_actions[-$days..] AS actions,
       k.figure_totals[-$days..] AS totals
ORDER BY pattern_id
