//@ query: warnings_and_their_effect
//@ summary: For each failure pattern, how often agents were shown it and how often the action failed nevertheless.
//@ param: workspace_id STRING
//@ yields: pattern STRING
//@ yields: status STRING
//@ yields: confidence FLOAT
//@ yields: shown INTEGER
//@ yields: failed_all_the_same INTEGER
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status IN ['active', 'superseded', 'deleted'] AND p.action_type IS NOT NULL
  AND p.error_code <> 'None'
MATCH (p)-[:`_mem:injected`]->(a:action)
RETURN p.name AS pattern, p.status AS status, p.confidence AS confidence, count(a) AS shown,
       count(CASE WHEN a.action_type = p.action_type AND (a.error_code = p.error_code OR p.context IS NOT NULL AND a.outcome = 'failure')
                  THEN 1 END) AS failed_all_the_same
ORDER BY shown DESC
