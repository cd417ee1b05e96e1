//@ statement: workspace/next_model
//@ summary: Say from which model a workspace's vectors are to come; the upkeep brings it there. The present one calls a change off.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: transition_id STRING
//@ param: now DATETIME
//@ yields: outcome STRING
//@ yields: model STRING
//@ yields: next_model STRING
// The lock first: writers of vectors and the switch itself stand in line.
CALL () {
  MATCH (locked:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, w.embedding_model AS before, w.next_embedding_model AS under_way,
     CASE coalesce(w.embedding_slot, 'embedding') WHEN 'embedding' THEN 'embedding_alt' ELSE 'embedding' END AS other
WITH w, before, under_way, other,
     CASE
       WHEN before IS NULL THEN 'named'
       WHEN under_way = $model OR before = $model AND under_way IS NULL THEN 'unchanged'
       WHEN before = $model THEN 'called_off'
       ELSE 'marked'
     END AS outcome
FOREACH (_ IN CASE outcome WHEN 'named' THEN [1] ELSE [] END | SET w.embedding_model = $model)
FOREACH (_ IN CASE WHEN outcome IN ['called_off', 'marked'] THEN [1] ELSE [] END |
  SET w.next_embedding_model = CASE outcome WHEN 'marked' THEN $model END, w.next_embedding_dimension = null,
      // What a change that was under way has written there goes first.
      w.stale_embedding_slot = CASE WHEN under_way IS NULL THEN w.stale_embedding_slot ELSE other END)
FOREACH (_ IN CASE outcome WHEN 'unchanged' THEN [] ELSE [1] END |
  CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                            subject_id: $workspace_id, subject_kind: 'workspace', rule: 'reembed',
                            from_status: before, to_status: $model, inputs: '{}'}))
RETURN outcome, w.embedding_model AS model, w.next_embedding_model AS next_model
