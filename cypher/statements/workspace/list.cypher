//@ statement: workspace/list
//@ summary: Every workspace, by name, the soft-deleted too.
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: memory_enabled BOOLEAN
//@ yields: injection_enabled BOOLEAN
//@ yields: created_at DATETIME
//@ yields: deleted_at DATETIME
//@ yields: purging BOOLEAN
//@ yields: embedding_model STRING
MATCH (w:_mem:workspace)
RETURN w.id AS workspace_id, w.name AS name, w.memory_enabled AS memory_enabled,
       w.injection_enabled AS injection_enabled, w.created_at AS created_at, w.deleted_at AS deleted_at,
       coalesce(w.purging, false) AS purging, w.embedding_model AS embedding_model
ORDER BY name
