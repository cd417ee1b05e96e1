//@ statement: cypher/stamp_create
//@ summary: Write an action as capture does: the node, and the end of its session's chain.
//@ param: action MAP
//@ param: session STRING
//@ param: workspace_id STRING
MERGE (s:_mem:session {workspace_id: $workspace_id, id: $session})
ON CREATE SET s.session_id = $session, s.started_at = $action.started_at
CREATE (a:_mem:action)
SET a = $action
WITH s, a
OPTIONAL MATCH (s)-[end:`_mem:last`]->(before)
DELETE end
CREATE (s)-[:`_mem:last`]->(a)
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END | CREATE (before)-[:`_mem:next`]->(a))
