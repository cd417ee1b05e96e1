//@ pass: succession
//@ version: 1
//@ summary: Supersede the memories whose successor, which was to begin later, has begun.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: succeeded INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (m:memory)
  WHERE m.workspace_id = $workspace_id AND m.superseded_from <= $now AND m.status = 'active'
  WITH m ORDER BY m.superseded_from LIMIT $batch
  RETURN collect(m.id) AS ids
}
CALL (ids) {
  CALL oxgraph.succeed($workspace_id, ids, $now, $run_id) YIELD outcome
  RETURN count(CASE WHEN outcome = 'superseded' THEN 1 END) AS succeeded
}
RETURN succeeded, CASE WHEN size(ids) = $batch THEN 1 ELSE 0 END AS remaining
