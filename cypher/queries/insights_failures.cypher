//@ query: insights_failures
//@ summary: What fails: the failures of each call, place and error class, of how many calls, in how many sessions, how often twice in a row, and the time that they took.
//@ param: workspace_id STRING
//@ yields: action_type STRING
//@ yields: place STRING
//@ yields: error_code STRING
//@ yields: failures INTEGER
//@ yields: actions INTEGER
//@ yields: interval LIST<FLOAT>
//@ yields: sessions INTEGER
//@ yields: repeated INTEGER
//@ yields: seconds FLOAT
//@ yields: last_seen DATETIME
// The place is the repository, else the type of the target. A call costs the time until the session's next one; where
// that comes more than five minutes later, its own alone. Sessions without times (estimated_times) cost nothing. Repeated: the next call is the same and fails too.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, b, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
                ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place
WITH a.action_type AS action_type, place, CASE WHEN a.outcome = 'failure' THEN coalesce(a.error_code, 'None') END AS error_code,
     count(a) AS counted, count(DISTINCT a.session_id) AS sessions, sum(seconds) AS seconds, max(a.started_at) AS last_seen,
     count(CASE WHEN b.action_type = a.action_type AND b.outcome = 'failure' THEN 1 END) AS repeated
WITH action_type, place, sum(counted) AS actions,
     collect({error_code: error_code, failures: counted, sessions: sessions, seconds: seconds, last_seen: last_seen,
              repeated: repeated}) AS found
UNWIND [f IN found WHERE f.error_code IS NOT NULL] AS f
RETURN action_type, place, f.error_code AS error_code, f.failures AS failures, actions,
       oxgraph.wilson(f.failures, actions) AS interval, f.sessions AS sessions, f.repeated AS repeated,
       f.seconds AS seconds, f.last_seen AS last_seen
ORDER BY seconds DESC, failures DESC, action_type, place, error_code
