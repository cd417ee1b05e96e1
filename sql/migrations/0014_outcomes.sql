-- Patterns of how runs end, as the graph says since its V0011: what goes with runs that end well or badly.

ALTER TABLE agent_memory.agent_patterns
  ADD COLUMN risk_difference double precision, ADD COLUMN risk_difference_low double precision,
  ADD COLUMN risk_difference_high double precision, ADD COLUMN confounded_by text;
ALTER TABLE agent_memory.agent_patterns
  ALTER COLUMN risk_difference SET STATISTICS 0, ALTER COLUMN risk_difference_low SET STATISTICS 0,
  ALTER COLUMN risk_difference_high SET STATISTICS 0, ALTER COLUMN confounded_by SET STATISTICS 0;
COMMENT ON COLUMN agent_memory.agent_patterns.risk_difference IS
  'Of a pattern of how runs end: by how much more often such runs end so than comparable others; else null.';
COMMENT ON COLUMN agent_memory.agent_patterns.risk_difference_low IS 'The lower bound of its 95% interval.';
COMMENT ON COLUMN agent_memory.agent_patterns.risk_difference_high IS 'The upper bound of its 95% interval.';
COMMENT ON COLUMN agent_memory.agent_patterns.confounded_by IS
  'agent or task, where these explain the difference of a pattern of how runs end; null: they do not.';

CREATE OR REPLACE VIEW agent_memory.situational_patterns AS
SELECT workspace_id, id, name, action_type, node_type, context, context_text, confidence, interval_low, interval_high,
       action_count AS failures, total_count AS actions, other_failures, other_count AS other_actions, lift,
       log_evidence, sample_count, next_action_type, next_count, next_total, first_seen, last_seen,
       coalesce(recommendation_override, annotation) AS advice
FROM agent_memory.agent_patterns
WHERE status = 'active' AND context IS NOT NULL AND NOT starts_with(context, 'outcome=')
  AND NOT coalesce(suppressed, false);

CREATE VIEW agent_memory.outcome_patterns AS
SELECT workspace_id, id, name, action_type, context, context_text,
       CASE error_code WHEN 'None' THEN 'success' ELSE 'failure' END AS outcome, confidence, interval_low, interval_high,
       action_count AS ended_so, total_count AS runs, other_failures AS others_ended_so, other_count AS other_runs,
       risk_difference, risk_difference_low, risk_difference_high, confounded_by, lift, log_evidence, first_seen,
       last_seen, coalesce(recommendation_override, annotation) AS advice
FROM agent_memory.agent_patterns
WHERE status = 'active' AND starts_with(context, 'outcome=') AND NOT coalesce(suppressed, false);
COMMENT ON VIEW agent_memory.outcome_patterns IS
  'What goes with runs that end well or badly: active patterns of how runs end.';
COMMENT ON COLUMN agent_memory.outcome_patterns.outcome IS 'How the runs end more often.';
COMMENT ON COLUMN agent_memory.outcome_patterns.ended_so IS 'How many of the runs ended so.';
COMMENT ON COLUMN agent_memory.outcome_patterns.runs IS 'How many runs it is about.';
COMMENT ON COLUMN agent_memory.outcome_patterns.others_ended_so IS 'How many of the other runs ended so.';
COMMENT ON COLUMN agent_memory.outcome_patterns.other_runs IS 'How many other runs it is compared with.';
COMMENT ON COLUMN agent_memory.outcome_patterns.advice IS 'What an operator wrote to it, if anything.';

CALL app.restrict_view('agent_memory.situational_patterns');
CALL app.restrict_view('agent_memory.outcome_patterns');
