//@ query: set_memory
//@ summary: Set or remove properties of a memory.
//@ param: workspace_id STRING
//@ param: memory_id STRING
//@ param: properties MAP
MATCH (m:_mem {workspace_id: $workspace_id, id: $memory_id})
SET m += $properties
