//@ statement: semantic/words
//@ summary: What memories say, entities are called and aliases are, by their ids; nothing of what is forgotten or hidden.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: id STRING
//@ yields: words STRING
UNWIND $ids AS id
MATCH (n:_mem {workspace_id: $workspace_id, id: id})
WHERE (n:memory AND n.status <> 'forgotten') OR (n:entity AND (n.deleted_at IS NULL OR n.merged_into IS NOT NULL)) OR n:alias
RETURN n.id AS id, coalesce(n.content, n.text, n.name) AS words
