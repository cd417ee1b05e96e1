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
//@ yields: untimed INTEGER
//@ yields: agents LIST<STRING>
//@ yields: places INTEGER
// A call costs the time until the session's next one; where that comes more than five minutes later, its own alone.
// Calls of sessions without times (estimated_times) cost none.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, untimed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
             ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type) AS place
RETURN count(DISTINCT a.session_id) AS sessions, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures,
       oxgraph.wilson(count(CASE WHEN a.outcome = 'failure' THEN 1 END), count(a)) AS interval,
       sum(CASE WHEN a.outcome = 'failure' THEN seconds ELSE 0.0 END) AS seconds, sum(seconds) AS all_seconds,
       min(CASE WHEN NOT untimed THEN a.started_at END) AS begun,
       max(CASE WHEN NOT untimed THEN a.started_at END) AS ended, count(CASE WHEN untimed THEN 1 END) AS untimed, collect(DISTINCT a.agent_id) AS agents,
       count(DISTINCT place) AS places
