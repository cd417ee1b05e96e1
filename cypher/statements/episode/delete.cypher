//@ statement: episode/delete
//@ summary: Take an episode out of every read; no row where there is none of this id.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ param: now DATETIME
//@ yields: id STRING
MATCH (e:_mem:episode {workspace_id: $workspace_id, id: $id})
WHERE $visible IS NULL OR e.user_id IN $visible
SET e.deleted_at = coalesce(e.deleted_at, $now), e.workspace_term = null, e.unembedded = null, e.embedding = null,
    e.embedding_alt = null, e.embedding_model = null
RETURN e.id AS id
