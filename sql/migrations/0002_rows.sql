-- The mirrored tables: a column is the property of the same name in the graph. None but the key and rev is NOT NULL, so
-- that no node of the graph can stop the copier. Lists that run beside each other have '' where there is nothing.

CREATE TABLE agent_memory.agent_actions (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  session_id text,
  agent_id text,
  action_type text,
  target_node_type text,
  target_node_ids text[],
  outcome text,
  error_code text,
  latency_ms double precision,
  started_at timestamptz,
  ended_at timestamptz,
  seq bigint,
  injected_pattern_ids uuid[],
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX actions_by_time ON agent_memory.agent_actions (workspace_id, started_at);
CREATE INDEX actions_of_session ON agent_memory.agent_actions (workspace_id, session_id, started_at);

CREATE TABLE agent_memory.agent_sequences (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  session_id text,
  agent_id text,
  action_count bigint,
  failure_count bigint,
  outcome text,
  intent_summary text,
  intent_given boolean,
  started_at timestamptz,
  ended_at timestamptz,
  closes_at timestamptz,
  tally_action_types text[],
  tally_node_types text[],
  tally_error_codes text[],
  tally_counts bigint[],
  tally_recoveries text[],
  action_ids uuid[],
  pass text,
  pass_version bigint,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX sequences_by_start ON agent_memory.agent_sequences (workspace_id, started_at, id);
CREATE INDEX sequences_by_close ON agent_memory.agent_sequences (workspace_id, closes_at);

CREATE TABLE agent_memory.agent_patterns (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  name text,
  action_type text,
  node_type text,
  error_code text,
  version bigint,
  status text,
  sample_count bigint,
  action_count bigint,
  total_count bigint,
  evidence_confidence double precision,
  confidence double precision,
  interval_low double precision,
  interval_high double precision,
  first_seen timestamptz,
  last_seen timestamptz,
  promoted_at timestamptz,
  superseded_at timestamptz,
  deleted_at timestamptz,
  suppressed boolean,
  annotation text,
  recommendation_override text,
  next_action_type text,
  next_count bigint,
  pass text,
  pass_version bigint,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX patterns_by_status ON agent_memory.agent_patterns (workspace_id, status);

CREATE TABLE agent_memory.agent_metric_definitions (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  name text,
  description text,
  built_in boolean,
  active boolean,
  kind text,
  action_types text[],
  node_types text[],
  success_condition text,
  condition_outcome text,
  condition_action_count_below bigint,
  aggregation text,
  window_days bigint,
  better text,
  PRIMARY KEY (workspace_id, id)
);

CREATE TABLE agent_memory.agent_benchmarks (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  metric_id uuid,
  metric_name text,
  date date,
  value double precision,
  baseline double precision,
  delta_vs_baseline double precision,
  sample_count bigint,
  computed_at timestamptz,
  pass text,
  pass_version bigint,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX benchmarks_of_metric ON agent_memory.agent_benchmarks (workspace_id, metric_id, date);

CREATE TABLE agent_memory.memories (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  type text,
  status text,
  policy text,
  content text,
  content_hash text,
  subject_id text,
  object_id text,
  predicate text,
  topic_key text,
  keywords text[],
  category text,
  confidence double precision,
  repetitions bigint,
  rank_weight double precision,
  needs_review boolean,
  valid_from timestamptz,
  valid_from_assumed boolean,
  valid_to timestamptz,
  stated_valid_to timestamptz,
  valid_to_history timestamptz[],
  valid_to_known_at timestamptz[],
  stated_at timestamptz,
  last_stated_at timestamptz,
  recorded_at timestamptz,
  retired_at timestamptz,
  superseded_at timestamptz,
  superseded_by uuid,
  expired_at timestamptz,
  forgotten_at timestamptz,
  last_accessed_at timestamptz,
  access_count bigint,
  reinforced_at timestamptz,
  decayed_on date,
  session_id text,
  source text,
  evidence text[],
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX memories_of_subject ON agent_memory.memories (workspace_id, subject_id);
CREATE INDEX memories_by_time ON agent_memory.memories (workspace_id, recorded_at);

CREATE TABLE agent_memory.transitions (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  subject_id text,
  subject_kind text,
  rule text,
  from_status text,
  to_status text,
  inputs text,
  run_id text,
  at timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX transitions_of_subject ON agent_memory.transitions (workspace_id, subject_id, at);
CREATE INDEX transitions_by_time ON agent_memory.transitions (workspace_id, at);

CREATE TABLE app.memory_episodes (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  conversation_id text,
  summary text,
  summary_source text,
  source_message_ids uuid[],
  turn_count bigint,
  started_at timestamptz,
  ended_at timestamptz,
  deleted_at timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX episodes_by_time ON app.memory_episodes (workspace_id, started_at);

CALL app.fence('agent_memory.agent_actions');
CALL app.fence('agent_memory.agent_sequences');
CALL app.fence('agent_memory.agent_patterns');
CALL app.fence('agent_memory.agent_metric_definitions');
CALL app.fence('agent_memory.agent_benchmarks');
CALL app.fence('agent_memory.memories');
CALL app.fence('agent_memory.transitions');
CALL app.fence('app.memory_episodes');
