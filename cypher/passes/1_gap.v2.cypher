//@ pass: gap
//@ version: 2
//@ summary: Where the workspace's gap was changed, have every session cut anew.
//@ param: workspace_id STRING
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: recut INTEGER
//@ yields: remaining INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, coalesce(w.cut_gap_seconds, $settings.sequence_gap_seconds) <> $settings.sequence_gap_seconds AS changed
CALL (w, changed) {
  // Unwinding stops here where nothing changed; a filter might be planned behind the scan.
  UNWIND CASE WHEN changed THEN [1] ELSE [] END AS _
  MATCH (s:_mem:session)
  WHERE s.workspace_id = $workspace_id AND s.id > coalesce(w.cut_cursor, '')
  WITH s ORDER BY s.id LIMIT $batch
  // The relationship leads to one of the last actions; the last one has no next.
  OPTIONAL MATCH (s)-[:`_mem:last`]->(near)
  OPTIONAL MATCH (near)-[:`_mem:next`*0..]->(a) WHERE NOT EXISTS { (a)-[:`_mem:next`]->() }
  FOREACH (_ IN CASE WHEN a IS NULL THEN [] ELSE [1] END |
    SET s.pending_from = CASE WHEN s.pending_from < s.started_at THEN s.pending_from ELSE s.started_at END,
        s.pending_to = CASE WHEN s.pending_to > a.ended_at THEN s.pending_to ELSE a.ended_at END)
  RETURN count(*) AS recut, max(s.id) AS cursor
}
FOREACH (_ IN CASE WHEN recut = 0 AND (changed OR w.cut_gap_seconds IS NULL) THEN [1] ELSE [] END |
  SET w.cut_gap_seconds = $settings.sequence_gap_seconds, w.cut_cursor = null)
FOREACH (_ IN CASE WHEN recut > 0 THEN [1] ELSE [] END | SET w.cut_cursor = cursor)
RETURN recut, CASE WHEN recut > 0 THEN 1 ELSE 0 END AS remaining
