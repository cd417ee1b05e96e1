//@ statement: passes/write_embeddings
//@ summary: Write vectors of texts that are still worded so, into the slot that belongs to the model.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: rows LIST<MAP>
//@ yields: written INTEGER
// The lock first: no vector lands in a slot that has just changed hands.
CALL () {
  MATCH (locked:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH CASE coalesce(w.embedding_slot, 'embedding') WHEN 'embedding' THEN ['embedding', 'embedding_alt']
     ELSE ['embedding_alt', 'embedding'] END AS slots, w
WITH CASE WHEN w.embedding_model = $model THEN slots[0]
          WHEN w.next_embedding_model = $model AND w.stale_embedding_slot IS NULL THEN slots[1] END AS slot
UNWIND CASE WHEN slot IS NULL THEN [] ELSE $rows END AS row
MATCH (n:_mem {workspace_id: $workspace_id, id: row.id})
WHERE row.text = coalesce(CASE row.kind WHEN 'memory' THEN n.content WHEN 'question' THEN n.text
                            WHEN 'sequence' THEN n.intent_summary
                            WHEN 'message' THEN left(coalesce(n.speaker + ': ', '') + n.text, 20000)
                            // One that was deleted meanwhile gets none.
                            WHEN 'episode' THEN CASE WHEN n.deleted_at IS NULL THEN n.summary END
                            ELSE reduce(text = n.name + coalesce(': ' + n.description, ''),
                                        shown IN coalesce(n.shown_properties, []) | text + '. ' + shown) END, '')
SET n[slot] = row.vector, n.embedding_model = $model, n.unembedded = null
RETURN count(*) AS written
