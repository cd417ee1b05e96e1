//@ query: patterns_with_evidence
//@ summary: The active patterns as a graph, each with some of the sequences that are its evidence.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: pattern NODE
//@ yields: evidence LIST<PATH>
MATCH (pattern:pattern)
WHERE pattern.workspace_id = $workspace_id AND pattern.status = 'active' AND pattern.action_type IS NOT NULL
RETURN pattern, COLLECT {
  MATCH path = (pattern)-[:`_mem:evidence`]->(s:sequence)
  RETURN path ORDER BY s.started_at DESC LIMIT 5
} AS evidence
ORDER BY pattern.confidence DESC
LIMIT $limit
