//@ statement: pattern/why
//@ summary: All versions of a pattern's key, the newest first, and how they changed: when, by which rule, pass or operator.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: limit INTEGER
//@ yields: versions LIST<MAP>
//@ yields: transitions LIST<MAP>
MATCH (given:_mem:pattern {workspace_id: $workspace_id, id: $id})
CALL (given) {
  UNWIND ['active', 'superseded', 'deleted'] AS status
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = given.action_type
    AND coalesce(p.node_type, '') = coalesce(given.node_type, '') AND p.error_code = given.error_code
    AND coalesce(p.context, '') = coalesce(given.context, '')
  WITH p ORDER BY p.version DESC
  RETURN collect(p {.id, .version, .status, .action_type, .node_type, .error_code, .sample_count, .action_count,
                    .total_count, .confidence, .evidence_confidence, .last_seen, .annotation,
                    suppressed: coalesce(p.suppressed, false), context_text: oxgraph.context_words(p.context),
                    recommendation: oxgraph.recommendation(properties(p))}) AS versions
}
RETURN versions, COLLECT {
  UNWIND versions AS version
  MATCH (t:transition) WHERE t.workspace_id = $workspace_id AND t.subject_id = version.id
  OPTIONAL MATCH (r:_mem:pass_run {workspace_id: $workspace_id, id: t.run_id})
  RETURN t {.rule, .from_status, .to_status, .inputs, .run_id, .at, .by, pass: r.pass, version: version.version}
  ORDER BY t.at DESC, t.rev DESC, t.id LIMIT $limit
} AS transitions
