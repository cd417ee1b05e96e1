//@ pass: transfer
//@ version: 1
//@ summary: Note for which agents and models each failure pattern holds, by their own record, and for which it does not.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ yields: transferred INTEGER
//@ yields: remaining INTEGER
CALL () {
  CALL oxgraph.agent_records($workspace_id, $now)
  YIELD pattern_id, holds_for, fails_for, holds_for_models, fails_for_models
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: pattern_id})
  WHERE coalesce(p.holds_for, []) <> holds_for OR coalesce(p.fails_for, []) <> fails_for
    OR coalesce(p.holds_for_models, []) <> holds_for_models OR coalesce(p.fails_for_models, []) <> fails_for_models
  SET p.holds_for = holds_for, p.fails_for = fails_for, p.holds_for_models = holds_for_models,
      p.fails_for_models = fails_for_models
  RETURN count(*) AS transferred
}
RETURN transferred, 0 AS remaining
