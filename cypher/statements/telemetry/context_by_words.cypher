//@ statement: telemetry/context_by_words
//@ summary: The closed sequences of a workspace whose intent shares words, the best first.
//@ param: workspace_id STRING
//@ param: query STRING
//@ param: reach INTEGER
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_count INTEGER
//@ yields: failure_count INTEGER
//@ yields: outcome STRING
//@ yields: intent_summary STRING
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: closed BOOLEAN
//@ yields: score FLOAT
// The query names the workspace's term, so that another one's texts take no place; the property has the last word.
CALL db.index.fulltext.queryNodes('oxgraph_sequence_words', $query, {limit: $reach}) YIELD node AS s, score
WHERE s.workspace_id = $workspace_id AND s.closes_at <= $now
RETURN s.id AS id, s.session_id AS session_id, s.agent_id AS agent_id, s.action_count AS action_count,
       s.failure_count AS failure_count, s.outcome AS outcome, s.intent_summary AS intent_summary,
       s.started_at AS started_at, s.ended_at AS ended_at, true AS closed, score
ORDER BY score DESC, started_at DESC, id
LIMIT $limit
