//@ statement: semantic/review_list
//@ summary: Memories that wait for a person's word, the oldest first.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: memory MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.needs_review = true AND m.status = 'active'
WITH w, m ORDER BY m.recorded_at, m.id LIMIT $limit
RETURN m {.id, .type, .status, .policy, .content, .subject_id, .predicate, .object_id, .topic_key, .keywords, .category,
          .confidence, .repetitions, .rank_weight, .needs_review, .valid_from, .valid_from_assumed, .valid_to,
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
ORDER BY memory.recorded_at, memory.id
