//@ statement: semantic/history_of_subjects
//@ summary: All that was ever known of some entities by a predicate (null: by any), in the order of the world.
//@ param: workspace_id STRING
//@ param: subject_ids LIST<STRING>
//@ param: predicate STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: limit INTEGER
//@ yields: memory MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
UNWIND $subject_ids AS subject_id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = subject_id
  AND m.predicate IS NOT NULL AND ($predicate IS NULL OR m.predicate = replace(oxgraph.normalise($predicate), ' ', '_'))
  AND ($known IS NULL OR m.recorded_at <= $known AND coalesce(m.retired_at > $known, true) AND m.status <> 'forgotten')
  AND ($valid IS NULL OR m.valid_from <= $valid AND $valid < CASE WHEN $known IS NULL THEN m.valid_to
    ELSE oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known) END)
WITH w, m ORDER BY m.valid_from, m.recorded_at, m.id LIMIT $limit
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
ORDER BY memory.valid_from, memory.recorded_at, memory.id
