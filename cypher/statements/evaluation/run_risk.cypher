//@ statement: evaluation/run_risk
//@ summary: How likely a session's run is to end badly, from its actions so far, whatever the setting run_risk says.
//@ param: workspace_id STRING
//@ param: session_id STRING
//@ yields: probability FLOAT
//@ yields: base FLOAT
CALL oxgraph.run_risk($workspace_id, $session_id) YIELD probability, base
RETURN probability, base
