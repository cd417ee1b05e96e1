//@ statement: passes/switch_model
//@ summary: Read the vectors of the next model from here on, once no node is left that has only the old one's.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: transition_id STRING
//@ param: run_id STRING
//@ param: now DATETIME
//@ yields: switched BOOLEAN
// The lock first: whoever writes vectors holds the workspace meanwhile, so none can come in between.
CALL () {
  MATCH (locked:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, w.embedding_model AS before,
     CASE coalesce(w.embedding_slot, 'embedding') WHEN 'embedding' THEN ['embedding', 'embedding_alt']
     ELSE ['embedding_alt', 'embedding'] END AS slots
CALL (before) {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  MATCH (n:_mem:entity) USING INDEX SEEK n:entity(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  MATCH (n:_mem:question) USING INDEX SEEK n:question(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  MATCH (n:_mem:sequence) USING INDEX SEEK n:sequence(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  MATCH (n:_mem:episode) USING INDEX SEEK n:episode(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = before
  RETURN 1 AS left_over LIMIT 1
  UNION ALL
  RETURN 0 AS left_over
}
WITH w, before, slots, sum(left_over) AS left_over
WITH w, before, slots, left_over = 0 AND w.next_embedding_model = $model AND w.stale_embedding_slot IS NULL AS ready
FOREACH (_ IN CASE WHEN ready THEN [1] ELSE [] END |
  SET w.embedding_model = w.next_embedding_model, w.embedding_dimension = w.next_embedding_dimension,
      w.embedding_slot = slots[1], w.stale_embedding_slot = slots[0],
      w.next_embedding_model = null, w.next_embedding_dimension = null
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            run_id: $run_id, subject_id: $workspace_id, subject_kind: 'workspace',
                            rule: 'switch_model', from_status: before, to_status: $model, inputs: '{}'})
)
RETURN ready AS switched
