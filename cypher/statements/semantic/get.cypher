//@ statement: semantic/get
//@ summary: Count an access to a memory, which may revive it, and read it; memory is null when there is none as asked, no row when the token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: now DATETIME
//@ yields: memory MAP
WITH oxgraph.token_valid($workspace_id, $token_hash) AS good
WHERE good
OPTIONAL MATCH (seen:_mem:memory {workspace_id: $workspace_id, id: $id})
WHERE $known IS NULL OR (seen.recorded_at <= $known AND coalesce(seen.retired_at > $known, true)
  AND seen.status <> 'forgotten' AND seen.valid_from <= $valid
  AND $valid < oxgraph.valid_to_at(seen.valid_to_history, seen.valid_to_known_at, $known))
CALL (seen) {
  WITH seen WHERE seen IS NOT NULL
  CALL oxgraph.touch($workspace_id, [$id], $now) YIELD outcome
  RETURN count(outcome) AS touched
}
// Looked up anew, so that what is returned is what the access made of it.
OPTIONAL MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
OPTIONAL MATCH (m:_mem:memory {workspace_id: $workspace_id, id: $id}) WHERE touched > 0
RETURN oxgraph.memory_view(m, w, $known) AS memory
