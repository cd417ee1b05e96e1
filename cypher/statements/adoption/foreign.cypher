//@ statement: adoption/foreign
//@ summary: One of the label's nodes that is joined to another workspace's memory, and that workspace's name.
//@ param: workspace_id STRING
//@ param: label STRING
//@ yields: element_id STRING
//@ yields: workspace STRING
CYPHER 25
MATCH (n:$($label))
WHERE NOT n:_mem AND NOT EXISTS { (n)<-[:`_mem:stands_for`]-() }
MATCH (n)--(m:_mem)
WHERE m.workspace_id <> $workspace_id
WITH n, m
LIMIT 1
OPTIONAL MATCH (w:_mem:workspace {workspace_id: m.workspace_id, id: m.workspace_id})
RETURN elementId(n) AS element_id, coalesce(w.name, m.workspace_id) AS workspace
