//@ query: insights_overview
//@ summary: How many sessions, calls and failures a workspace has, how long the calls after failures took to come, and when all this was.
//@ param: workspace_id STRING
//@ yields: sessions INTEGER
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: interval LIST<FLOAT>
//@ yields: seconds FLOAT
//@ yields: all_seconds FLOAT
//@ yields: begun DATETIME
//@ yields: ended DATETIME
//@ yields: agents LIST<STRING>
//@ yields: places INTEGER
// A call costs the time until the session's next one; where that comes more than five minutes later, its own alone.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
             ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type) AS place
RETURN count(DISTINCT a.session_id) AS sessions, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures,
       oxgraph.wilson(count(CASE WHEN a.outcome = 'failure' THEN 1 END), count(a)) AS interval,
       sum(CASE WHEN a.outcome = 'failure' THEN seconds ELSE 0.0 END) AS seconds, sum(seconds) AS all_seconds,
       min(a.started_at) AS begun, max(a.started_at) AS ended, collect(DISTINCT a.agent_id) AS agents,
       count(DISTINCT place) AS places
