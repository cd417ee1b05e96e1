//@ statement: metric/history
//@ summary: The runs that a metric counts, by the day on which they ended, their agent and their length.
//@ plan: one
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: since DATETIME
//@ param: until DATETIME
//@ param: action_types LIST<STRING>
//@ param: node_types LIST<STRING>
//@ param: outcome STRING
//@ param: action_count_below INTEGER
//@ param: by_agent BOOLEAN
//@ yields: day INTEGER
//@ yields: agent_id STRING
//@ yields: length INTEGER
//@ yields: meets BOOLEAN
//@ yields: runs INTEGER
// Each run is read once; which are counted is said in metric/value. Days are those of UTC, since 1970-01-01.
MATCH (s:_mem:sequence) USING INDEX SEEK s:sequence(workspace_id, closes_at)
WHERE s.workspace_id = $workspace_id AND s.closes_at > $since AND s.closes_at <= $now
  AND s.ended_at > $since AND s.ended_at <= $until
WITH s,
     ($outcome IS NULL OR s.outcome = $outcome)
       AND ($action_count_below IS NULL OR s.action_count < $action_count_below) AS meets,
     CASE WHEN size($action_types) = 0 AND size($node_types) = 0 THEN s.action_count > 0
       ELSE any(i IN range(0, size(s.tally_action_types) - 1) WHERE
         (size($action_types) = 0 OR s.tally_action_types[i] IN $action_types)
         AND (size($node_types) = 0 OR s.tally_node_types[i] IN $node_types)) END AS asked
WHERE asked
RETURN s.ended_at.epochSeconds / 86400 AS day,
       CASE WHEN $by_agent THEN coalesce(s.agent_id, '') END AS agent_id, s.action_count AS length, meets, count(*) AS runs
