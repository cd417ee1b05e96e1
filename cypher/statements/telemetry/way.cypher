//@ statement: telemetry/way
//@ summary: The way that worked best in some sessions; no row where none did.
//@ param: workspace_id STRING
//@ param: session_ids LIST<STRING>
//@ yields: steps LIST<STRING>
//@ yields: runs INTEGER
//@ yields: successes INTEGER
//@ yields: other_runs INTEGER
//@ yields: other_successes INTEGER
UNWIND $session_ids AS session_id
MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WHERE s.run_steps IS NOT NULL AND s.outcome IS NOT NULL
WITH oxgraph.way(collect(s {.id, .outcome, .run_at, .run_steps})) AS way
WHERE way IS NOT NULL
RETURN way.steps AS steps, way.runs AS runs, way.successes AS successes, way.other_runs AS other_runs,
       way.other_successes AS other_successes
