//@ audit: overlapping_sequences
//@ summary: Sequences of one session that overlap in time.
//@ yields: workspace_id STRING
//@ yields: session_id STRING
//@ yields: first_id STRING
//@ yields: second_id STRING
MATCH (q:sequence)
WHERE q:_mem
CALL (q) {
  MATCH (later:_mem:sequence)
  WHERE later.workspace_id = q.workspace_id AND later.session_id = q.session_id AND later.started_at > q.started_at
  RETURN later ORDER BY later.started_at LIMIT 1
}
WITH q, later WHERE q.ended_at >= later.started_at
RETURN q.workspace_id AS workspace_id, q.session_id AS session_id, q.id AS first_id, later.id AS second_id
LIMIT 100
