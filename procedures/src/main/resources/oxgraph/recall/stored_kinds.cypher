// The kinds of which recall can find any.
RETURN
  EXISTS { MATCH (n:memory) WHERE n.workspace_id = $workspace_id AND n.recorded_at IS NOT NULL } AS memory,
  EXISTS { MATCH (n:message) WHERE n.workspace_id = $workspace_id AND n.said_at IS NOT NULL } AS message,
  EXISTS { MATCH (n:episode) WHERE n.workspace_id = $workspace_id AND n.ended_at IS NOT NULL } AS episode,
  EXISTS { MATCH (n:entity) WHERE n.workspace_id = $workspace_id AND n.workspace_term = $term } AS entity
