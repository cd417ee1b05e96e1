//@ query: situational_patterns
//@ summary: The situations in which an action fails more often than otherwise, and what worked next there.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: situation STRING
//@ yields: failures INTEGER
//@ yields: actions INTEGER
//@ yields: otherwise STRING
//@ yields: interval LIST<FLOAT>
//@ yields: lift FLOAT
//@ yields: what_worked_next STRING
//@ yields: pattern_id STRING
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL AND p.context IS NOT NULL
RETURN p.action_type AS action_type, p.node_type AS node_type, oxgraph.context_words(p.context) AS situation,
       p.action_count AS failures, p.total_count AS actions, p.other_failures + ' of ' + p.other_count AS otherwise,
       [p.interval_low, p.interval_high] AS interval, p.lift AS lift,
       p.next_action_type + ', ' + p.next_count + ' of ' + p.next_total AS what_worked_next, p.id AS pattern_id
ORDER BY lift DESC, failures DESC
LIMIT $limit
