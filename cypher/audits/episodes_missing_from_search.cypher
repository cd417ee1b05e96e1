//@ audit: episodes_missing_from_search
//@ summary: Episodes that recall cannot find, and deleted episodes that it could still find.
//@ yields: workspace_id STRING
//@ yields: deleted BOOLEAN
//@ yields: episodes INTEGER
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (e:_mem:episode)
  WHERE e.workspace_id = w.id AND e.ended_at IS NOT NULL
  RETURN e, e.deleted_at IS NOT NULL AS deleted
}
WITH w, e, deleted
WHERE CASE WHEN deleted
  THEN coalesce(e.workspace_term, e.unembedded, e.embedding_model) IS NOT NULL OR e.embedding IS NOT NULL
       OR e.embedding_alt IS NOT NULL
  ELSE e.workspace_term IS NULL OR e.unembedded IS NULL AND e.embedding_model IS NULL
END
RETURN w.id AS workspace_id, deleted, count(*) AS episodes
LIMIT 100
