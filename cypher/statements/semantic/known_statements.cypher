//@ statement: semantic/known_statements
//@ summary: How many of a user's statements were remembered before, whatever has become of their memories.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: ids LIST<STRING>
//@ yields: known INTEGER
UNWIND $ids AS id
MATCH (t:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'statement', [id, 'user', $user_id])})
RETURN count(t) AS known
