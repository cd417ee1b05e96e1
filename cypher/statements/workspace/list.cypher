//@ statement: workspace/list
//@ summary: Every workspace, by name, the soft-deleted too.
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: memory_enabled BOOLEAN
//@ yields: injection_enabled BOOLEAN
//@ yields: created_at DATETIME
//@ yields: deleted_at DATETIME
//@ yields: purging BOOLEAN
//@ yields: importing BOOLEAN
//@ yields: moving BOOLEAN
//@ yields: embedding_model STRING
// One that is being imported or moved here may have no settings yet. Of one that is deleted meanwhile nothing, or only a
// part, is read: it is left out.
MATCH (n:_mem:workspace)
WITH properties(n) AS w
WHERE w.id IS NOT NULL AND w.name IS NOT NULL AND w.created_at IS NOT NULL
RETURN w.id AS workspace_id, w.name AS name, coalesce(w.memory_enabled, true) AS memory_enabled,
       coalesce(w.injection_enabled, true) AS injection_enabled, w.created_at AS created_at, w.deleted_at AS deleted_at,
       coalesce(w.purging, false) AS purging, w.importing IS NOT NULL AS importing,
       w.moving IS NOT NULL AS moving,
       w.embedding_model AS embedding_model
ORDER BY name
