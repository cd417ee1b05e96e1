//@ query: timeline
//@ summary: The last days hour by hour: actions, failures, agents and sessions.
//@ param: workspace_id STRING
//@ param: days INTEGER
//@ yields: hour DATETIME
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: agents INTEGER
//@ yields: sessions INTEGER
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days})
RETURN datetime.truncate('hour', a.started_at) AS hour, count(*) AS actions,
       count(CASE a.outcome WHEN 'failure' THEN 1 END) AS failures, count(DISTINCT a.agent_id) AS agents,
       count(DISTINCT a.session_id) AS sessions
ORDER BY hour DESC
