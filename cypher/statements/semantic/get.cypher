//@ statement: semantic/get
//@ summary: Count an access to a memory, which may revive it, and read it; memory is null when there is none as asked, no row when the token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: now DATETIME
//@ yields: memory MAP
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS good
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
RETURN m {.id, .type, .status, .policy, .content, .subject_id, .predicate, .object_id, .topic_key, .keywords, .category,
          .confidence, .repetitions, .rank_weight, .needs_review, .valid_from, .valid_from_assumed, valid_to: CASE WHEN $known IS NULL THEN m.valid_to
            ELSE oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known) END,
          .stated_at, .last_stated_at, .recorded_at, .retired_at, .superseded_at, .expired_at, .forgotten_at,
          .last_accessed_at, .access_count, .reinforced_at, .session_id, .source, .evidence,
          subject: head(COLLECT {
            MATCH (s:_mem {workspace_id: $workspace_id, id: m.subject_id}) WHERE s.deleted_at IS NULL RETURN s.name
          }),
          object: head(COLLECT {
            MATCH (o:_mem {workspace_id: $workspace_id, id: m.object_id}) WHERE o.deleted_at IS NULL RETURN o.name
          }),
          superseded_by: head(COLLECT { MATCH (m)-[:`_mem:superseded_by`]->(n) RETURN n.id }),
          contradicts: COLLECT {
            MATCH (m)-[:`_mem:contradicts`]-(n:_mem)
            WHERE m.status = 'active' AND n.status = 'active' RETURN n.id ORDER BY n.id LIMIT 100
          },
          half_life_days: w['half_life_' + m.type + '_days']} AS memory
