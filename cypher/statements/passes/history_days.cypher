//@ statement: passes/history_days
//@ summary: The days, as days since 1970-01-01, on which sequences of a workspace ended, within a span of time.
//@ param: workspace_id STRING
//@ param: since DATETIME
//@ param: until DATETIME
//@ yields: day INTEGER
MATCH (q:_mem:sequence)
WHERE q.workspace_id = $workspace_id AND q.closes_at > $since AND q.ended_at > $since AND q.ended_at <= $until
RETURN DISTINCT q.ended_at.epochSeconds / 86400 AS day
