//@ query: nodes
//@ summary: Every node of a kind in a workspace, without the vectors.
//@ param: workspace_id STRING
//@ param: kind STRING
//@ yields: found MAP
MATCH (n:_mem:$($kind)) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
RETURN n {.*, embedding: null, embedding_alt: null} AS found
