-- Views for the questions that everybody asks. Weeks begin on Monday, days at midnight, both in UTC; counted are
-- sequences that are closed by now, as the others may still change.

CREATE VIEW agent_memory.success_by_week AS
SELECT workspace_id, date_trunc('week', ended_at AT TIME ZONE 'UTC')::date AS week,
       count(*) AS sequences, count(*) FILTER (WHERE outcome = 'success') AS successes,
       (count(*) FILTER (WHERE outcome = 'success'))::double precision / count(*) AS success_rate,
       count(DISTINCT agent_id) AS agents, avg(action_count)::double precision AS average_actions
FROM agent_memory.agent_sequences
WHERE closes_at <= now()
GROUP BY 1, 2;
COMMENT ON VIEW agent_memory.success_by_week IS 'How many sequences of each week came to a good end.';
COMMENT ON COLUMN agent_memory.success_by_week.week IS 'The Monday of the week in which they ended (UTC).';
COMMENT ON COLUMN agent_memory.success_by_week.sequences IS 'How many closed sequences ended in it.';
COMMENT ON COLUMN agent_memory.success_by_week.successes IS 'How many of them with the outcome success.';
COMMENT ON COLUMN agent_memory.success_by_week.success_rate IS 'successes / sequences, 0 to 1.';
COMMENT ON COLUMN agent_memory.success_by_week.agents IS 'How many agents they were of.';
COMMENT ON COLUMN agent_memory.success_by_week.average_actions IS 'How many actions a sequence had, on average.';

CREATE VIEW agent_memory.top_failing_patterns AS
SELECT workspace_id, rank() OVER (PARTITION BY workspace_id ORDER BY action_count DESC, confidence DESC, id) AS place,
       id, action_type, node_type, error_code, version, confidence, interval_low, interval_high,
       sample_count, action_count, total_count,
       action_count::double precision / nullif(total_count, 0) AS failure_share,
       first_seen, last_seen, next_action_type, coalesce(recommendation_override, annotation) AS advice
FROM agent_memory.agent_patterns
WHERE status = 'active' AND error_code <> 'None' AND NOT coalesce(suppressed, false);
COMMENT ON VIEW agent_memory.top_failing_patterns IS
  'The failures that agents keep repeating: active patterns with an error code, the most frequent first (place).';
COMMENT ON COLUMN agent_memory.top_failing_patterns.place IS '1 for the pattern with the most failed actions.';
COMMENT ON COLUMN agent_memory.top_failing_patterns.failure_share IS
  'action_count / total_count: of the actions of this type on this type of node, how many failed so. 0 to 1.';
COMMENT ON COLUMN agent_memory.top_failing_patterns.advice IS 'What an operator wrote to it, if anything.';

CREATE VIEW agent_memory.benchmark_trend AS
SELECT b.workspace_id, b.metric_id, b.metric_name, b.date, b.value, b.baseline, b.delta_vs_baseline, b.sample_count,
       b.value - lag(b.value) OVER trend AS delta_vs_previous,
       avg(b.value) OVER (trend ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS average_of_seven, m.better,
       CASE m.better WHEN 'higher' THEN b.delta_vs_baseline > 0 WHEN 'lower' THEN b.delta_vs_baseline < 0 END AS improved
FROM agent_memory.agent_benchmarks b
LEFT JOIN agent_memory.agent_metric_definitions m ON m.workspace_id = b.workspace_id AND m.id = b.metric_id
WINDOW trend AS (PARTITION BY b.workspace_id, b.metric_id ORDER BY b.date);
COMMENT ON VIEW agent_memory.benchmark_trend IS 'Each metric day by day, beside its baseline and the benchmark before.';
COMMENT ON COLUMN agent_memory.benchmark_trend.delta_vs_previous IS 'value less that of the benchmark before; null for the first.';
COMMENT ON COLUMN agent_memory.benchmark_trend.average_of_seven IS 'The average value of the last seven benchmarks, this one among them.';
COMMENT ON COLUMN agent_memory.benchmark_trend.improved IS 'Whether it is better than its baseline.';

CREATE VIEW agent_memory.failures_by_type AS
SELECT workspace_id, action_type, target_node_type, error_code, count(*) AS failures,
       count(DISTINCT session_id) AS sessions, count(DISTINCT agent_id) AS agents,
       min(started_at) AS first_failed_at, max(started_at) AS last_failed_at
FROM agent_memory.agent_actions
WHERE outcome = 'failure'
GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW agent_memory.failures_by_type IS 'What fails: failed actions by their type, the type of node, and the error.';
COMMENT ON COLUMN agent_memory.failures_by_type.failures IS 'How many actions failed so.';
COMMENT ON COLUMN agent_memory.failures_by_type.sessions IS 'In how many sessions.';
COMMENT ON COLUMN agent_memory.failures_by_type.agents IS 'Of how many agents.';
COMMENT ON COLUMN agent_memory.failures_by_type.first_failed_at IS 'When the first of them began.';
COMMENT ON COLUMN agent_memory.failures_by_type.last_failed_at IS 'When the last of them began.';

CREATE VIEW agent_memory.agent_days AS
SELECT workspace_id, agent_id, (started_at AT TIME ZONE 'UTC')::date AS day, count(*) AS actions,
       count(*) FILTER (WHERE outcome = 'failure') AS failures, count(DISTINCT session_id) AS sessions,
       avg(latency_ms) AS average_latency_ms,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95_latency_ms
FROM agent_memory.agent_actions
GROUP BY 1, 2, 3;
COMMENT ON VIEW agent_memory.agent_days IS 'What each agent did each day.';
COMMENT ON COLUMN agent_memory.agent_days.day IS 'The day on which the actions began (UTC).';
COMMENT ON COLUMN agent_memory.agent_days.actions IS 'How many there were.';
COMMENT ON COLUMN agent_memory.agent_days.failures IS 'How many of them failed.';
COMMENT ON COLUMN agent_memory.agent_days.sessions IS 'In how many sessions.';
COMMENT ON COLUMN agent_memory.agent_days.average_latency_ms IS 'How long an action took, on average, in milliseconds.';
COMMENT ON COLUMN agent_memory.agent_days.p95_latency_ms IS 'What 95 of 100 actions did not exceed, in milliseconds.';

CREATE VIEW agent_memory.warnings_and_their_effect AS
WITH steps AS (
  SELECT s.workspace_id, s.id AS sequence_id, x.place, a.action_type, a.target_node_type, a.error_code,
         a.injected_pattern_ids
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
       (count(*) FILTER (WHERE NOT failed.again))::double precision / count(*) AS heeded_share
FROM shown w
JOIN agent_memory.agent_patterns p ON p.workspace_id = w.workspace_id AND p.id = w.pattern_id
CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM steps a
    WHERE a.workspace_id = w.workspace_id AND a.sequence_id = w.sequence_id AND a.place >= w.place
      AND a.error_code = p.error_code AND a.action_type = p.action_type
      AND coalesce(a.target_node_type, '') = coalesce(p.node_type, '')) AS again
) failed
WHERE p.error_code <> 'None'
GROUP BY 1, 2, 3, 4, 5, 6, 7;
COMMENT ON VIEW agent_memory.warnings_and_their_effect IS
  'What came of each failure pattern that agents were shown: in how many sequences they then did not commit it.';
COMMENT ON COLUMN agent_memory.warnings_and_their_effect.sequences IS 'To how many closed sequences it was shown.';
COMMENT ON COLUMN agent_memory.warnings_and_their_effect.heeded IS 'In how many of them no later action failed so.';
COMMENT ON COLUMN agent_memory.warnings_and_their_effect.heeded_share IS 'heeded / sequences, 0 to 1.';

CREATE VIEW agent_memory.current_memories AS
SELECT workspace_id, id, type, content, subject_id, nullif(predicate, '') AS predicate, object_id, keywords, category,
       confidence, repetitions, coalesce(needs_review, false) AS needs_review, valid_from,
       CASE WHEN valid_to < '9999-12-31T00:00:00Z' THEN valid_to END AS valid_to, recorded_at, last_accessed_at,
       access_count, source, evidence
FROM agent_memory.memories
WHERE status = 'active' AND valid_from <= now() AND valid_to > now();
COMMENT ON VIEW agent_memory.current_memories IS 'What is believed now, and holds now.';
COMMENT ON COLUMN agent_memory.current_memories.valid_to IS 'Until when it holds; null where no end is known.';

CREATE VIEW agent_memory.memories_by_week AS
SELECT workspace_id, date_trunc('week', happened.at AT TIME ZONE 'UTC')::date AS week, type,
       count(*) FILTER (WHERE happened.what = 'recorded') AS recorded,
       count(*) FILTER (WHERE happened.what = 'superseded') AS superseded,
       count(*) FILTER (WHERE happened.what = 'expired') AS expired,
       count(*) FILTER (WHERE happened.what = 'forgotten') AS forgotten
FROM agent_memory.memories m
CROSS JOIN LATERAL (VALUES ('recorded', m.recorded_at), ('superseded', m.superseded_at), ('expired', m.expired_at),
                           ('forgotten', m.forgotten_at)) AS happened (what, at)
WHERE happened.at IS NOT NULL
GROUP BY 1, 2, 3;
COMMENT ON VIEW agent_memory.memories_by_week IS 'How memory grows and changes, by type. Memories that were deleted are not in it.';
COMMENT ON COLUMN agent_memory.memories_by_week.week IS 'The Monday of the week (UTC).';
COMMENT ON COLUMN agent_memory.memories_by_week.recorded IS 'How many were first recorded in it.';
COMMENT ON COLUMN agent_memory.memories_by_week.superseded IS 'How many gave way to a later one.';
COMMENT ON COLUMN agent_memory.memories_by_week.expired IS 'How many faded.';
COMMENT ON COLUMN agent_memory.memories_by_week.forgotten IS 'How many were forgotten on request.';

CREATE VIEW agent_memory.freshness AS
SELECT workspace_id, table_name, count(*) AS rows, to_timestamp((max(rev) >> 16) / 1000.0) AS changed_at
FROM (SELECT workspace_id, 'agent_actions' AS table_name, rev FROM agent_memory.agent_actions
      UNION ALL SELECT workspace_id, 'agent_sequences', rev FROM agent_memory.agent_sequences
      UNION ALL SELECT workspace_id, 'agent_patterns', rev FROM agent_memory.agent_patterns
      UNION ALL SELECT workspace_id, 'agent_metric_definitions', rev FROM agent_memory.agent_metric_definitions
      UNION ALL SELECT workspace_id, 'agent_benchmarks', rev FROM agent_memory.agent_benchmarks
      UNION ALL SELECT workspace_id, 'memories', rev FROM agent_memory.memories
      UNION ALL SELECT workspace_id, 'transitions', rev FROM agent_memory.transitions
      UNION ALL SELECT workspace_id, 'memory_episodes', rev FROM app.memory_episodes) r
GROUP BY 1, 2;
COMMENT ON VIEW agent_memory.freshness IS 'How many rows each table has, and when the last of them changed in the graph.';
COMMENT ON COLUMN agent_memory.freshness.table_name IS 'The table.';
COMMENT ON COLUMN agent_memory.freshness.rows IS 'How many rows there are.';
COMMENT ON COLUMN agent_memory.freshness.changed_at IS 'The instant of the last change that has arrived.';

CALL app.fence_view('agent_memory.success_by_week');
CALL app.fence_view('agent_memory.top_failing_patterns');
CALL app.fence_view('agent_memory.benchmark_trend');
CALL app.fence_view('agent_memory.failures_by_type');
CALL app.fence_view('agent_memory.agent_days');
CALL app.fence_view('agent_memory.warnings_and_their_effect');
CALL app.fence_view('agent_memory.current_memories');
CALL app.fence_view('agent_memory.memories_by_week');
CALL app.fence_view('agent_memory.freshness');
