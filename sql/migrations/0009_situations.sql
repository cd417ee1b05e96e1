-- Patterns that know the situation: what the graph says of them since its V0007, and metrics and views that tell them
-- from the plain ones.

ALTER TABLE agent_memory.agent_patterns
  ADD COLUMN context text, ADD COLUMN context_text text, ADD COLUMN other_count bigint,
  ADD COLUMN other_failures bigint, ADD COLUMN lift double precision, ADD COLUMN log_evidence double precision,
  ADD COLUMN next_total bigint;
ALTER TABLE agent_memory.agent_patterns
  ALTER COLUMN context SET STATISTICS 0, ALTER COLUMN context_text SET STATISTICS 0,
  ALTER COLUMN other_count SET STATISTICS 0, ALTER COLUMN other_failures SET STATISTICS 0,
  ALTER COLUMN lift SET STATISTICS 0, ALTER COLUMN log_evidence SET STATISTICS 0,
  ALTER COLUMN next_total SET STATISTICS 0;
COMMENT ON COLUMN agent_memory.agent_patterns.context IS
  'The situation that it is of, such as run=2; null: a plain pattern, of any situation.';
COMMENT ON COLUMN agent_memory.agent_patterns.context_text IS 'The same in words that follow the name of the action.';
COMMENT ON COLUMN agent_memory.agent_patterns.other_count IS
  'How many actions of this type, on this type of node, there were in other situations; null: a plain pattern.';
COMMENT ON COLUMN agent_memory.agent_patterns.other_failures IS 'How many of those failed.';
COMMENT ON COLUMN agent_memory.agent_patterns.lift IS
  'The share that failed in this situation by the share that failed in all of them; null: a plain pattern.';
COMMENT ON COLUMN agent_memory.agent_patterns.log_evidence IS
  'How much better two rates of failure explain the counts than one, as a natural logarithm; null: a plain pattern.';
COMMENT ON COLUMN agent_memory.agent_patterns.next_total IS
  'After how many failures something went well; next_count of them were of next_action_type. Null: a plain pattern.';
COMMENT ON COLUMN agent_memory.agent_patterns.name IS
  'action type : node type : error code, and the context where it has one.';
COMMENT ON COLUMN agent_memory.agent_patterns.error_code IS
  'How it fails; None: it does not; AnyError with a context: in whatever way.';
COMMENT ON COLUMN agent_memory.agent_patterns.total_count IS
  'How many actions of this type, on this type of node, there were; of a pattern with a context: in that situation.';

-- A sequence heeded a warning when no action of it, at or after the one that the pattern was shown to, fails with the
-- pattern's key; a pattern with a context is of any failure, whatever its code. action_ids has the order of the chain.
CREATE OR REPLACE FUNCTION agent_memory.metric_utilization(
  workspace_id text, now timestamptz, since timestamptz, until timestamptz, baseline_sequences bigint)
RETURNS TABLE (value double precision, baseline double precision, delta_vs_baseline double precision,
               sample_count bigint)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  WITH steps AS (
    SELECT c.part, c.sequence_id, x.place, a.action_type, a.target_node_type, a.error_code, a.outcome,
           a.injected_pattern_ids
    FROM app.metric_cohorts(metric_utilization.workspace_id, now, since, until, baseline_sequences) c
    JOIN agent_memory.agent_sequences s ON s.workspace_id = metric_utilization.workspace_id AND s.id = c.sequence_id
    CROSS JOIN unnest(s.action_ids) WITH ORDINALITY AS x (action_id, place)
    JOIN agent_memory.agent_actions a ON a.workspace_id = metric_utilization.workspace_id AND a.id = x.action_id
  ), warnings AS (
    SELECT w.part, w.sequence_id, w.place, p.action_type, p.node_type, p.error_code, p.context
    FROM steps w
    CROSS JOIN unnest(w.injected_pattern_ids) AS i (pattern_id)
    JOIN agent_memory.agent_patterns p ON p.workspace_id = metric_utilization.workspace_id AND p.id = i.pattern_id
    WHERE p.error_code <> 'None'
  ), sequences AS (
    SELECT w.part, w.sequence_id, NOT bool_or(EXISTS (
             SELECT FROM steps a
             WHERE a.part = w.part AND a.sequence_id = w.sequence_id AND a.place >= w.place
               AND CASE WHEN w.context IS NULL THEN a.error_code = w.error_code ELSE a.outcome = 'failure' END
               AND a.action_type = w.action_type
               AND coalesce(a.target_node_type, '') = coalesce(w.node_type, ''))) AS heeded
    FROM warnings w GROUP BY w.part, w.sequence_id
  ), figures AS (
    SELECT part, count(*) AS samples, (count(*) FILTER (WHERE heeded))::double precision / count(*) AS figure
    FROM sequences GROUP BY part
  ), sides AS (
    SELECT max(figure) FILTER (WHERE part = 'window') AS value, max(figure) FILTER (WHERE part = 'baseline') AS baseline,
           coalesce(max(samples) FILTER (WHERE part = 'window'), 0) AS samples
    FROM figures
  )
  SELECT value, baseline, value - baseline, samples FROM sides
$$;

-- Plain ones alone: the failures of a situation are among those of the plain pattern.
CREATE OR REPLACE VIEW agent_memory.top_failing_patterns AS
SELECT workspace_id, rank() OVER (PARTITION BY workspace_id ORDER BY action_count DESC, confidence DESC, id) AS place,
       id, action_type, node_type, error_code, version, confidence, interval_low, interval_high,
       sample_count, action_count, total_count,
       action_count::double precision / nullif(total_count, 0) AS failure_share,
       first_seen, last_seen, next_action_type, coalesce(recommendation_override, annotation) AS advice
FROM agent_memory.agent_patterns
WHERE status = 'active' AND error_code <> 'None' AND NOT coalesce(suppressed, false) AND context IS NULL;
COMMENT ON VIEW agent_memory.top_failing_patterns IS
  'The failures that agents keep repeating: active plain patterns with an error code, the most frequent first (place).';

CREATE OR REPLACE VIEW agent_memory.warnings_and_their_effect AS
WITH steps AS (
  SELECT s.workspace_id, s.id AS sequence_id, x.place, a.action_type, a.target_node_type, a.error_code,
         a.outcome, a.injected_pattern_ids
  FROM agent_memory.agent_sequences s
  CROSS JOIN unnest(s.action_ids) WITH ORDINALITY AS x (action_id, place)
  JOIN agent_memory.agent_actions a ON a.workspace_id = s.workspace_id AND a.id = x.action_id
  WHERE s.closes_at <= now()
), shown AS (
  SELECT w.workspace_id, w.sequence_id, i.pattern_id, min(w.place) AS place
  FROM steps w CROSS JOIN unnest(w.injected_pattern_ids) AS i (pattern_id)
  GROUP BY 1, 2, 3
)
SELECT p.workspace_id, p.id, p.action_type, p.node_type, p.error_code, p.version, p.status, count(*) AS sequences,
       count(*) FILTER (WHERE NOT failed.again) AS heeded,
       (count(*) FILTER (WHERE NOT failed.again))::double precision / count(*) AS heeded_share,
       p.context, p.context_text
FROM shown w
JOIN agent_memory.agent_patterns p ON p.workspace_id = w.workspace_id AND p.id = w.pattern_id
CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM steps a
    WHERE a.workspace_id = w.workspace_id AND a.sequence_id = w.sequence_id AND a.place >= w.place
      AND CASE WHEN p.context IS NULL THEN a.error_code = p.error_code ELSE a.outcome = 'failure' END
      AND a.action_type = p.action_type
      AND coalesce(a.target_node_type, '') = coalesce(p.node_type, '')) AS again
) failed
WHERE p.error_code <> 'None'
GROUP BY 1, 2, 3, 4, 5, 6, 7, p.context, p.context_text;

CREATE VIEW agent_memory.situational_patterns AS
SELECT workspace_id, id, name, action_type, node_type, context, context_text, confidence, interval_low, interval_high,
       action_count AS failures, total_count AS actions, other_failures, other_count AS other_actions, lift,
       log_evidence, sample_count, next_action_type, next_count, next_total, first_seen, last_seen,
       coalesce(recommendation_override, annotation) AS advice
FROM agent_memory.agent_patterns
WHERE status = 'active' AND context IS NOT NULL AND NOT coalesce(suppressed, false);
COMMENT ON VIEW agent_memory.situational_patterns IS
  'Situations in which an action fails more often than in others: active patterns with a context.';
COMMENT ON COLUMN agent_memory.situational_patterns.failures IS 'How many of the actions in that situation failed.';
COMMENT ON COLUMN agent_memory.situational_patterns.actions IS
  'How many actions of this type, on this type of node, there were in that situation.';
COMMENT ON COLUMN agent_memory.situational_patterns.other_actions IS 'How many there were in other situations.';
COMMENT ON COLUMN agent_memory.situational_patterns.advice IS 'What an operator wrote to it, if anything.';

CALL app.fence_view('agent_memory.top_failing_patterns');
CALL app.fence_view('agent_memory.warnings_and_their_effect');
CALL app.fence_view('agent_memory.situational_patterns');
