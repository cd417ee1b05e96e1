//@ query: annotate
//@ summary: An operator's word on the active version of a key.
//@ param: workspace_id STRING
//@ param: error_code STRING
//@ param: annotation STRING
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.error_code = $error_code
SET p.annotation = $annotation, p.suppressed = true
