//@ audit: active_without_evidence
//@ summary: Active patterns without evidence that no pass is working on.
//@ yields: workspace_id STRING
//@ yields: pattern_id STRING
//@ yields: name STRING
MATCH (p:pattern)
WHERE p:_mem AND p.status = 'active' AND p.evidence_since IS NULL
  AND NOT EXISTS { (p)-[:`_mem:evidence`]->() }
  AND NOT EXISTS {
    MATCH (t:_mem:tally {workspace_id: p.workspace_id, id: oxgraph.stable_id(p.workspace_id, 'tally',
      [p.action_type, p.node_type])})
    WHERE t.refold IS NOT NULL
  }
RETURN p.workspace_id AS workspace_id, p.id AS pattern_id, p.name AS name
LIMIT 100
