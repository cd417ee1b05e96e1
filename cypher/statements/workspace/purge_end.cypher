//@ statement: workspace/purge_end
//@ summary: Delete the workspace node itself, once nothing else of the workspace is left.
//@ param: workspace_id STRING
//@ yields: done BOOLEAN
OPTIONAL MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WITH w, EXISTS {
  MATCH (n:_mem) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL AND n.id <> $workspace_id
} AS rest
FOREACH (_ IN CASE WHEN rest OR w IS NULL THEN [] ELSE [1] END | DETACH DELETE w)
RETURN NOT rest AS done
