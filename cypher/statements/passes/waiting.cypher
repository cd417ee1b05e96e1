//@ statement: passes/waiting
//@ summary: Whether a turn waits in a workspace, a text for its vector, a memory for questions, a slot for its end; and the state of its vectors' model.
//@ param: workspace_id STRING
//@ param: marks LIST<BOOLEAN>
//@ param: now DATETIME
//@ yields: turns BOOLEAN
//@ yields: vectors BOOLEAN
//@ yields: questions BOOLEAN
//@ yields: slots BOOLEAN
//@ yields: model STRING
//@ yields: next_model STRING
//@ yields: stale_slot STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN EXISTS { MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, extraction, next_attempt_at)
                WHERE n.workspace_id = $workspace_id AND n.extraction = 'pending' AND n.next_attempt_at <= $now } AS turns,
       EXISTS { MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true }
         OR EXISTS { MATCH (n:_mem:entity) USING INDEX SEEK n:entity(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true }
         OR EXISTS { MATCH (n:_mem:question) USING INDEX SEEK n:question(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true }
         OR EXISTS { MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true }
         OR EXISTS { MATCH (n:_mem:episode) USING INDEX SEEK n:episode(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true }
         OR EXISTS { MATCH (n:_mem:sequence) USING INDEX SEEK n:sequence(workspace_id, unembedded)
                     WHERE n.workspace_id = $workspace_id AND n.unembedded = true } AS vectors,
       any(mark IN $marks WHERE
         EXISTS { MATCH (m:_mem:memory) USING INDEX SEEK m:memory(workspace_id, unquestioned)
                  WHERE m.workspace_id = $workspace_id AND m.unquestioned = mark }) AS questions,
       EXISTS { MATCH (n:_mem:slot) USING INDEX SEEK n:slot(workspace_id, expires_at)
                WHERE n.workspace_id = $workspace_id AND n.expires_at <= $now - duration({minutes: 1}) } AS slots,
       w.embedding_model AS model, w.next_embedding_model AS next_model, w.stale_embedding_slot AS stale_slot
