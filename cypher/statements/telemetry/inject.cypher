//@ statement: telemetry/inject
//@ summary: The block of past experience for an action, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: request MAP
//@ param: now DATETIME
//@ yields: block STRING
//@ yields: patterns LIST<MAP>
//@ yields: probability FLOAT
//@ yields: threshold FLOAT
//@ yields: warned BOOLEAN
//@ yields: risk MAP
//@ yields: reason STRING
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.inject($workspace_id, $request, $now) YIELD block, patterns, probability, threshold, warned, risk
OPTIONAL MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN block, patterns, probability, threshold, warned, risk,
       CASE WHEN NOT w.memory_enabled THEN 'memory_disabled'
            WHEN NOT w.injection_enabled THEN 'injection_disabled'
            ELSE '' END AS reason
