-- What the tables and columns mean. Those that every table has (workspace_id, id, rev, created_at) are told by app.fence.

-- A schema that was there before is somebody else's to tell of.
DO $$
DECLARE
  of_schema record;
BEGIN
  FOR of_schema IN
    SELECT n.nspname, c.said
    FROM (VALUES
      ('agent_memory', 'What agents did, what was learnt of it, and what is remembered: rows of a graph. A login sees its workspace.'),
      ('app', 'Workspaces and episodes, and how the mirror is run.')
    ) AS c (name, said)
    JOIN pg_catalog.pg_namespace n ON n.nspname = c.name AND n.nspowner = 'oxgraph_owner'::regrole
  LOOP
    EXECUTE format('COMMENT ON SCHEMA %I IS %L', of_schema.nspname, of_schema.said);
  END LOOP;
END
$$;

COMMENT ON TABLE agent_memory.agent_actions IS 'What agents did: one row an action.';
COMMENT ON TABLE agent_memory.agent_sequences IS
  'Actions of a session that follow each other without a gap. Of the lists tally_* the n-th entries belong together.';
COMMENT ON TABLE agent_memory.agent_patterns IS
  'What was learnt of actions: which type of action, on which type of node, ends how often with which error. A version each.';
COMMENT ON TABLE agent_memory.agent_metric_definitions IS 'What is measured every day, and how.';
COMMENT ON TABLE agent_memory.agent_benchmarks IS 'What each metric said, one row a day.';
COMMENT ON TABLE agent_memory.memories IS 'What is remembered: statements about subjects, with their history.';
COMMENT ON TABLE agent_memory.transitions IS 'Every change of state, with the rule and what it was decided by. Never changed.';
COMMENT ON TABLE app.memory_episodes IS 'Older parts of conversations, summed up.';
COMMENT ON TABLE app.mirror_checksums IS 'What each migration said when it was applied.';
COMMENT ON COLUMN app.mirror_checksums.name IS 'The name of its file, without .sql.';
COMMENT ON COLUMN app.mirror_checksums.checksum IS 'The SHA-256 of its file, in hexadecimal.';
COMMENT ON COLUMN app.mirror_checksums.applied_at IS 'When it was applied.';
COMMENT ON TABLE app.mirror_migrations IS 'The migrations that are applied, as yoyo notes them.';
COMMENT ON TABLE app.mirror_migrations_log IS 'When which migration was applied, as yoyo notes it.';
COMMENT ON TABLE app.mirror_migrations_tool IS 'The version of yoyo''s own tables.';

-- A column of that name in any mirrored table, where the next block says nothing else of it.
DO $$
DECLARE
  of_column record;
BEGIN
  FOR of_column IN
    SELECT format('%I.%I.%I', t.schema_name, t.table_name, a.attname) AS place, c.said
    FROM (VALUES
      ('session_id', 'The session, as the caller names it.'),
      ('agent_id', 'The agent, as the caller names it.'),
      ('action_type', 'What kind of action, such as query or write.'),
      ('node_type', 'The type of node that the actions were on; null: none.'),
      ('error_code', 'How it failed; None: it did not.'),
      ('status', 'Where it is in its life.'),
      ('outcome', 'How it ended: success or failure, or what the caller said.'),
      ('started_at', 'When it began.'),
      ('ended_at', 'When it ended.'),
      ('action_count', 'How many actions.'),
      ('sample_count', 'How many sequences it is drawn from.'),
      ('confidence', 'How sure it is by now, 0 to 1.'),
      ('superseded_at', 'When a later one took its place.'),
      ('deleted_at', 'When it was deleted; null: it is in use.'),
      ('pass', 'The pass of the evaluator that wrote it.'),
      ('pass_version', 'The version of that pass.')
    ) AS c (name, said)
    JOIN app.tables() t ON true
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid = format('%I.%I', t.schema_name, t.table_name)::regclass AND a.attname = c.name
    WHERE col_description(a.attrelid, a.attnum) IS NULL
  LOOP
    EXECUTE format('COMMENT ON COLUMN %s IS %L', of_column.place, of_column.said);
  END LOOP;
END
$$;

DO $$
DECLARE
  of_column record;
BEGIN
  FOR of_column IN
    SELECT * FROM (VALUES
      ('agent_memory.agent_actions', 'target_node_type', 'The type of the node that it was on; null: none.'),
      ('agent_memory.agent_actions', 'target_node_ids', 'The nodes that it was on, as the caller names them.'),
      ('agent_memory.agent_actions', 'error_code', 'How it failed; None: it did not.'),
      ('agent_memory.agent_actions', 'latency_ms', 'How long it took, in milliseconds; null: nobody said.'),
      ('agent_memory.agent_actions', 'ended_at', 'started_at and latency_ms after it.'),
      ('agent_memory.agent_actions', 'seq', 'Its place among actions that began at the same instant; null comes last.'),
      ('agent_memory.agent_actions', 'injected_pattern_ids', 'The patterns that the agent was shown with it.'),
      ('agent_memory.agent_sequences', 'failure_count', 'How many of its actions failed.'),
      ('agent_memory.agent_sequences', 'outcome', 'The session''s where that is stated, else its last action''s.'),
      ('agent_memory.agent_sequences', 'intent_summary', 'What it was about.'),
      ('agent_memory.agent_sequences', 'intent_given', 'Whether the session''s intent was stated; else the summary is made from the actions.'),
      ('agent_memory.agent_sequences', 'closes_at', 'From when on no further action can join it; it counts from then on.'),
      ('agent_memory.agent_sequences', 'tally_action_types', 'Tally: the type of action.'),
      ('agent_memory.agent_sequences', 'tally_node_types', 'Tally: the type of node; '''': none.'),
      ('agent_memory.agent_sequences', 'tally_error_codes', 'Tally: how they ended; None: without an error.'),
      ('agent_memory.agent_sequences', 'tally_counts', 'Tally: how many actions that were.'),
      ('agent_memory.agent_sequences', 'tally_recoveries', 'Tally: the type of action that came after and went well; '''': none.'),
      ('agent_memory.agent_sequences', 'action_ids', 'Its actions, in their order.'),
      ('agent_memory.agent_patterns', 'name', 'action type : node type : error code.'),
      ('agent_memory.agent_patterns', 'version', '1, and one more each time it was superseded.'),
      ('agent_memory.agent_patterns', 'status', 'active, superseded or deleted.'),
      ('agent_memory.agent_patterns', 'action_count', 'How many actions ended so.'),
      ('agent_memory.agent_patterns', 'total_count', 'How many actions of this type, on this type of node, there were.'),
      ('agent_memory.agent_patterns', 'evidence_confidence', 'The share as its evidence has it, before ageing; 0 to 1.'),
      ('agent_memory.agent_patterns', 'confidence', 'The same after ageing; 0 to 1.'),
      ('agent_memory.agent_patterns', 'interval_low', 'The lower end of the share''s interval.'),
      ('agent_memory.agent_patterns', 'interval_high', 'The upper end of the share''s interval.'),
      ('agent_memory.agent_patterns', 'first_seen', 'When it was first seen.'),
      ('agent_memory.agent_patterns', 'last_seen', 'When it was last seen.'),
      ('agent_memory.agent_patterns', 'promoted_at', 'When this version became active.'),
      ('agent_memory.agent_patterns', 'suppressed', 'Whether an operator wants it shown to nobody.'),
      ('agent_memory.agent_patterns', 'annotation', 'What an operator noted.'),
      ('agent_memory.agent_patterns', 'recommendation_override', 'What an operator wants agents to be told instead.'),
      ('agent_memory.agent_patterns', 'next_action_type', 'The type of action that most often went well after it.'),
      ('agent_memory.agent_patterns', 'next_count', 'How often that was.'),
      ('agent_memory.agent_metric_definitions', 'name', 'Unique in the workspace.'),
      ('agent_memory.agent_metric_definitions', 'description', 'What it is for.'),
      ('agent_memory.agent_metric_definitions', 'built_in', 'Whether it came with the workspace.'),
      ('agent_memory.agent_metric_definitions', 'active', 'Whether it is measured.'),
      ('agent_memory.agent_metric_definitions', 'kind', 'sequences or pattern_utilization.'),
      ('agent_memory.agent_metric_definitions', 'action_types', 'Only sequences with such an action count; empty: any.'),
      ('agent_memory.agent_metric_definitions', 'node_types', 'And on such a type of node; empty: any.'),
      ('agent_memory.agent_metric_definitions', 'success_condition', 'What a sequence must meet, as it was written; null: nothing.'),
      ('agent_memory.agent_metric_definitions', 'condition_outcome', 'The outcome that the condition asks for.'),
      ('agent_memory.agent_metric_definitions', 'condition_action_count_below', 'The number of actions that it must stay below.'),
      ('agent_memory.agent_metric_definitions', 'aggregation', 'rate (of those that meet the condition), average or p95 (of the number of actions).'),
      ('agent_memory.agent_metric_definitions', 'window_days', 'How many days back it looks.'),
      ('agent_memory.agent_metric_definitions', 'better', 'higher or lower.'),
      ('agent_memory.agent_benchmarks', 'metric_id', 'The id of the metric.'),
      ('agent_memory.agent_benchmarks', 'metric_name', 'Its name on that day.'),
      ('agent_memory.agent_benchmarks', 'date', 'The day (UTC).'),
      ('agent_memory.agent_benchmarks', 'value', 'What it said; null: nothing to measure.'),
      ('agent_memory.agent_benchmarks', 'baseline', 'The same over the workspace''s first sequences.'),
      ('agent_memory.agent_benchmarks', 'delta_vs_baseline', 'value less baseline.'),
      ('agent_memory.agent_benchmarks', 'sample_count', 'How many sequences the value is of.'),
      ('agent_memory.agent_benchmarks', 'computed_at', 'When a figure of that day last changed.'),
      ('agent_memory.memories', 'type', 'fact, preference, event, entity, relation, instruction, task, or one of the workspace''s own.'),
      ('agent_memory.memories', 'status', 'active, superseded, expired or forgotten.'),
      ('agent_memory.memories', 'policy', 'How it fades: by freshness or by confidence.'),
      ('agent_memory.memories', 'content', 'What it says.'),
      ('agent_memory.memories', 'content_hash', 'The SHA-256 of its normalised content.'),
      ('agent_memory.memories', 'subject_id', 'The entity that it is about; '''': none.'),
      ('agent_memory.memories', 'object_id', 'The entity at its other end; null: none.'),
      ('agent_memory.memories', 'predicate', 'What it says of the subject, such as works_at; '''': none.'),
      ('agent_memory.memories', 'topic_key', 'What tells apart statements of one subject and predicate.'),
      ('agent_memory.memories', 'keywords', 'Words that it is found by.'),
      ('agent_memory.memories', 'category', 'As the caller put it.'),
      ('agent_memory.memories', 'repetitions', 'How often it was stated.'),
      ('agent_memory.memories', 'rank_weight', 'Below 1 for the weaker of two that contradict each other.'),
      ('agent_memory.memories', 'needs_review', 'Whether a person should look at it.'),
      ('agent_memory.memories', 'valid_from', 'From when on it holds in the world.'),
      ('agent_memory.memories', 'valid_from_assumed', 'Whether nobody said since when, so that it is when it was stated.'),
      ('agent_memory.memories', 'valid_to', 'Until when it holds; 9999-12-31: no end is known.'),
      ('agent_memory.memories', 'stated_valid_to', 'The end that was stated.'),
      ('agent_memory.memories', 'valid_to_history', 'The ends that were believed, one after the other.'),
      ('agent_memory.memories', 'valid_to_known_at', 'Since when each of them was.'),
      ('agent_memory.memories', 'stated_at', 'When it was first stated.'),
      ('agent_memory.memories', 'last_stated_at', 'When it was last stated.'),
      ('agent_memory.memories', 'recorded_at', 'When it was written down.'),
      ('agent_memory.memories', 'retired_at', 'When it ceased to be believed.'),
      ('agent_memory.memories', 'superseded_by', 'The memory that took its place.'),
      ('agent_memory.memories', 'expired_at', 'When it had faded.'),
      ('agent_memory.memories', 'forgotten_at', 'When somebody had it forgotten.'),
      ('agent_memory.memories', 'last_accessed_at', 'When it was last used.'),
      ('agent_memory.memories', 'access_count', 'How often it was used.'),
      ('agent_memory.memories', 'reinforced_at', 'When it was last stated again.'),
      ('agent_memory.memories', 'decayed_on', 'The day on which its confidence last faded.'),
      ('agent_memory.memories', 'source', 'Who said it: caller, rules or model.'),
      ('agent_memory.memories', 'evidence', 'Ids of the messages, or other sources, that it rests on.'),
      ('agent_memory.transitions', 'subject_id', 'The id of what changed.'),
      ('agent_memory.transitions', 'subject_kind', 'Its kind, such as memory or pattern.'),
      ('agent_memory.transitions', 'rule', 'The rule that changed it.'),
      ('agent_memory.transitions', 'from_status', 'Its status before; null: there was none.'),
      ('agent_memory.transitions', 'to_status', 'Its status after; null: it stayed.'),
      ('agent_memory.transitions', 'inputs', 'What the rule went by, as JSON text.'),
      ('agent_memory.transitions', 'run_id', 'The run of the pass, if it was one.'),
      ('agent_memory.transitions', 'at', 'When.'),
      ('app.memory_episodes', 'conversation_id', 'The conversation, as the caller names it.'),
      ('app.memory_episodes', 'summary', 'What was said in it, in short.'),
      ('app.memory_episodes', 'summary_source', 'Who summed it up: model, or extract (sentences of its own).'),
      ('app.memory_episodes', 'source_message_ids', 'The messages that it sums up; their words stay in the graph.'),
      ('app.memory_episodes', 'turn_count', 'How many turns those are.'),
      ('app.memory_episodes', 'started_at', 'When the first of them was said.'),
      ('app.memory_episodes', 'ended_at', 'When the last of them was said.'),
      ('app.mirror_migrations', 'migration_hash', 'The SHA-256 of the name.'),
      ('app.mirror_migrations', 'migration_id', 'The name.'),
      ('app.mirror_migrations', 'applied_at_utc', 'When, in UTC.'),
      ('app.mirror_migrations_log', 'id', 'The id of the note.'),
      ('app.mirror_migrations_log', 'migration_hash', 'The SHA-256 of the name.'),
      ('app.mirror_migrations_log', 'migration_id', 'The name.'),
      ('app.mirror_migrations_log', 'operation', 'What was done: apply.'),
      ('app.mirror_migrations_log', 'username', 'Not kept.'),
      ('app.mirror_migrations_log', 'hostname', 'Not kept.'),
      ('app.mirror_migrations_log', 'comment', 'Not used.'),
      ('app.mirror_migrations_log', 'created_at_utc', 'When, in UTC.'),
      ('app.mirror_migrations_tool', 'version', 'The version.'),
      ('app.mirror_migrations_tool', 'installed_at_utc', 'When, in UTC.')
    ) AS c (of_table, of_column, said)
  LOOP
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', of_column.of_table, of_column.of_column, of_column.said);
  END LOOP;
END
$$;
