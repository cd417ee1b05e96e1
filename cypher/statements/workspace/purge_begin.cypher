//@ statement: workspace/purge_begin
//@ summary: Mark a workspace as being deleted for good; from here on nothing is served, and its transitions may go.
//@ param: workspace_id STRING
//@ param: now DATETIME
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
SET w.purging = true, w.deleted_at = coalesce(w.deleted_at, $now)
