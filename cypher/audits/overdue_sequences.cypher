//@ audit: overdue_sequences
//@ summary: Workspaces with sequences that closed more than a day ago and that pass 2 has not counted.
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: sequences INTEGER
//@ yields: oldest DATETIME
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND coalesce(w.memory_enabled, true)
CALL (w) {
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = w.id AND q.uncounted_at < $now - duration({days: 1})
  RETURN count(*) AS sequences, min(q.uncounted_at) AS oldest
}
WITH w, sequences, oldest WHERE sequences > 0
RETURN w.id AS workspace_id, sequences, oldest
LIMIT 100
