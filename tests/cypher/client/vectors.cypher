//@ query: vectors
//@ summary: Every node of a workspace that has a text to embed, with both slots.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL AND (n:memory OR n:entity OR n:question OR n:sequence OR n:message
  OR n:episode)
RETURN properties(n) AS properties
