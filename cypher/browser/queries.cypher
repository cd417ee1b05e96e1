// The workspaces
MATCH (w:_mem:workspace)
WHERE w.deleted_at IS NULL
RETURN w.name AS name, w.id AS workspace_id
ORDER BY name;

:param [{workspace_id, node_id, session_id, agent_id, error_code, pattern_id, metric, entity, predicate, subject_id, question, user_id, conversation_id, id}] => { MATCH (w:_mem:workspace) WHERE w.name = 'the name of yours' AND w.deleted_at IS NULL RETURN w.id AS workspace_id, coalesce(head(COLLECT { MATCH (a:action) WHERE a.workspace_id = w.id AND a.started_at IS NOT NULL WITH a ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT 1000 MATCH (a)-[:`_mem:references`]->(n:entity) RETURN n.node_id ORDER BY a.started_at DESC LIMIT 1 }), head(COLLECT { MATCH (a:action) WHERE a.workspace_id = w.id AND a.started_at IS NOT NULL AND size(a.target_node_ids) > 0 RETURN a.target_node_ids[0] ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT 1 })) AS node_id, head(COLLECT { MATCH (s:sequence) WHERE s.workspace_id = w.id AND s.started_at IS NOT NULL RETURN s.session_id ORDER BY s.workspace_id DESC, s.started_at DESC LIMIT 1 }) AS session_id, head(COLLECT { MATCH (s:sequence) WHERE s.workspace_id = w.id AND s.started_at IS NOT NULL AND s.agent_id IS NOT NULL RETURN s.agent_id ORDER BY s.workspace_id DESC, s.started_at DESC LIMIT 1 }) AS agent_id, head(COLLECT { MATCH (p:pattern) WHERE p.workspace_id = w.id AND p.status = 'active' AND p.action_type IS NOT NULL AND p.error_code <> 'None' AND p.context IS NULL RETURN p.error_code ORDER BY p.confidence DESC LIMIT 1 }) AS error_code, head(COLLECT { MATCH (p:pattern) WHERE p.workspace_id = w.id AND p.status = 'active' AND p.action_type IS NOT NULL RETURN p.id ORDER BY p.confidence DESC LIMIT 1 }) AS pattern_id, head(COLLECT { MATCH (m:metric) WHERE m.workspace_id = w.id AND m.name IS NOT NULL RETURN m.name ORDER BY EXISTS { MATCH (b:benchmark) WHERE b.workspace_id = w.id AND b.metric_id = m.id AND b.date IS NOT NULL } DESC, m.name DESC LIMIT 1 }) AS metric, head(COLLECT { MATCH (m:memory) WHERE m.workspace_id = w.id AND m.recorded_at IS NOT NULL AND m.predicate <> '' MATCH (m)-[:`_mem:subject`]->(e) RETURN e.name ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1 }) AS entity, head(COLLECT { MATCH (m:memory) WHERE m.workspace_id = w.id AND m.recorded_at IS NOT NULL AND m.predicate <> '' RETURN m.predicate ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1 }) AS predicate, head(COLLECT { MATCH (m:memory) WHERE m.workspace_id = w.id AND m.recorded_at IS NOT NULL RETURN m.id ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1 }) AS subject_id, head(COLLECT { MATCH (m:memory) WHERE m.workspace_id = w.id AND m.recorded_at IS NOT NULL AND m.status = 'active' RETURN left(m.content, 200) ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1 }) AS question, head(COLLECT { MATCH (c:conversation) WHERE c.workspace_id = w.id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL RETURN c.user_id ORDER BY c.workspace_id DESC, c.last_message_at DESC LIMIT 1 }) AS user_id, head(COLLECT { MATCH (c:conversation) WHERE c.workspace_id = w.id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL RETURN c.conversation_id ORDER BY c.workspace_id DESC, c.last_message_at DESC LIMIT 1 }) AS conversation_id, head(COLLECT { MATCH (m:memory) WHERE m.workspace_id = w.id AND m.recorded_at IS NOT NULL MATCH (m)-[:`_mem:subject`]->(e) RETURN e.id ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1 }) AS id };

:param limit => 25;

:param days => 30;

// Timeline: The last days hour by hour: actions, failures, agents and sessions.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days})
RETURN datetime.truncate('hour', a.started_at) AS hour, count(*) AS actions,
       count(CASE a.outcome WHEN 'failure' THEN 1 END) AS failures, count(DISTINCT a.agent_id) AS agents,
       count(DISTINCT a.session_id) AS sessions
ORDER BY hour DESC;

// Run of a session: A session as a graph: its sequences, their actions in order, the target nodes and the patterns shown before.
MATCH (sequence:sequence)
WHERE sequence.workspace_id = $workspace_id AND sequence.session_id = $session_id AND sequence.started_at IS NOT NULL
RETURN sequence, COLLECT {
  MATCH part = (sequence)-[:`_mem:contains`]->(:action)-[:`_mem:next`|`_mem:references`|`_mem:injected`]-{0,1}()
  RETURN part
} AS parts
ORDER BY sequence.started_at;

// Sessions of an agent: The sessions of an agent in the last days, with their outcomes.
MATCH (s:sequence)
WHERE s.workspace_id = $workspace_id AND s.started_at >= datetime() - duration({days: $days}) AND s.agent_id = $agent_id
RETURN s.started_at AS started_at, s.session_id AS session_id, s.intent_summary AS intent, s.outcome AS outcome,
       s.action_count AS actions, s.failure_count AS failures
ORDER BY started_at DESC
LIMIT $limit;

// Agent history of a node: The actions of agents on a domain node, newest first: one hop.
MATCH (node:entity {workspace_id: $workspace_id, node_id: $node_id})<-[reference:`_mem:references`]-(action:_mem:action)
RETURN node, reference, action
ORDER BY action.started_at DESC
LIMIT $limit;

// Failures by type: The failures of the last days by type, and the number of sessions of each.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days}) AND a.outcome = 'failure'
RETURN a.action_type AS action_type, a.target_node_type AS node_type, a.error_code AS error_code,
       count(*) AS failures, count(DISTINCT a.session_id) AS sessions, max(a.started_at) AS last_seen
ORDER BY failures DESC, action_type, error_code;

// Slowest actions: The slowest actions of the last days: median, 95th percentile and maximum.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days})
  AND a.latency_ms IS NOT NULL
RETURN a.action_type AS action_type, a.target_node_type AS node_type, count(*) AS actions,
       percentileCont(a.latency_ms, 0.5) AS median_ms, percentileCont(a.latency_ms, 0.95) AS p95_ms,
       max(a.latency_ms) AS longest_ms
ORDER BY p95_ms DESC
LIMIT $limit;

// Insights overview: How many sessions, calls and failures a workspace has, how long the calls after failures took to come, and when all this was.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, untimed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
             ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type) AS place
RETURN count(DISTINCT a.session_id) AS sessions, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures,
       oxgraph.wilson(count(CASE WHEN a.outcome = 'failure' THEN 1 END), count(a)) AS interval,
       sum(CASE WHEN a.outcome = 'failure' THEN seconds ELSE 0.0 END) AS seconds, sum(seconds) AS all_seconds,
       min(CASE WHEN NOT untimed THEN a.started_at END) AS begun,
       max(CASE WHEN NOT untimed THEN a.started_at END) AS ended, count(CASE WHEN untimed THEN 1 END) AS untimed, collect(DISTINCT a.agent_id) AS agents,
       count(DISTINCT place) AS places;

// Insights failures: What fails: the failures of each call, place and error class, of how many calls, in how many sessions, how often twice in a row, and the time that they took.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, b, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
                ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place
WITH a.action_type AS action_type, place, CASE WHEN a.outcome = 'failure' THEN coalesce(a.error_code, 'None') END AS error_code,
     count(a) AS counted, count(DISTINCT a.session_id) AS sessions, sum(seconds) AS seconds, max(a.started_at) AS last_seen,
     count(CASE WHEN b.action_type = a.action_type AND b.outcome = 'failure' THEN 1 END) AS repeated
WITH action_type, place, sum(counted) AS actions,
     collect({error_code: error_code, failures: counted, sessions: sessions, seconds: seconds, last_seen: last_seen,
              repeated: repeated}) AS found
UNWIND [f IN found WHERE f.error_code IS NOT NULL] AS f
RETURN action_type, place, f.error_code AS error_code, f.failures AS failures, actions,
       oxgraph.wilson(f.failures, actions) AS interval, f.sessions AS sessions, f.repeated AS repeated,
       f.seconds AS seconds, f.last_seen AS last_seen
ORDER BY seconds DESC, failures DESC, action_type, place, error_code;

// Insights next: What worked next: the calls that came straight after a failure of each call, place and error class, and succeeded.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL AND a.outcome = 'failure'
MATCH (a)-[:`_mem:next`]->(b:action {outcome: 'success'})
WITH a, b,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place
RETURN a.action_type AS action_type, place, coalesce(a.error_code, 'None') AS error_code, b.action_type AS next_action,
       count(*) AS times, count(DISTINCT a.session_id) AS sessions
ORDER BY action_type, place, error_code, times DESC, next_action;

// Insights weeks: Week by week (from Monday, UTC): sessions, calls, failures, and the time that failures took.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
WITH actions WHERE NOT untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, a.outcome = 'failure' AS failed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
     ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH date.truncate('week', a.started_at) AS week, count(DISTINCT a.session_id) AS sessions, count(a) AS actions,
     count(CASE WHEN failed THEN 1 END) AS failures, sum(CASE WHEN failed THEN seconds ELSE 0.0 END) AS seconds,
     max(a.started_at) AS ended
RETURN week, sessions, actions, failures, oxgraph.wilson(failures, actions) AS interval, seconds, ended
ORDER BY week;

// Insights call weeks: Week by week (from Monday, UTC): how often each kind of call was made, and how often it failed.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
WITH actions WHERE NOT untimed
UNWIND actions AS a
RETURN a.action_type AS action_type, date.truncate('week', a.started_at) AS week, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures, count(DISTINCT a.session_id) AS sessions
ORDER BY action_type, week;

// Insights calls: Each kind of call, how often it failed, in how many sessions it did, and the time that its failures took.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, a.outcome = 'failure' AS failed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
     ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH a.action_type AS action_type, count(CASE WHEN failed THEN 1 END) AS failures, count(a) AS actions,
     count(DISTINCT a.session_id) AS sessions, count(DISTINCT CASE WHEN failed THEN a.session_id END) AS failed_sessions,
     sum(CASE WHEN failed THEN seconds ELSE 0.0 END) AS seconds
RETURN action_type, failures, actions, oxgraph.wilson(failures, actions) AS interval, sessions, failed_sessions, seconds
ORDER BY failures DESC, actions DESC, action_type;

// Insights places: Each repository, or type of target, how often a call in it failed, in how many sessions, and the time that the failures took.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, a.outcome = 'failure' AS failed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
     ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place, count(CASE WHEN failed THEN 1 END) AS failures, count(a) AS actions,
     count(DISTINCT a.session_id) AS sessions, count(DISTINCT CASE WHEN failed THEN a.session_id END) AS failed_sessions,
     sum(CASE WHEN failed THEN seconds ELSE 0.0 END) AS seconds
RETURN place, failures, actions, oxgraph.wilson(failures, actions) AS interval, sessions, failed_sessions, seconds
ORDER BY failures DESC, actions DESC, place;

// Insights errors: Each class of errors: how many failures it has, in how many sessions, of which calls, and the time that they took.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL AND a.outcome = 'failure'
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
             ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH coalesce(a.error_code, 'None') AS error_code, a.action_type AS action_type, count(a) AS failures,
     collect(DISTINCT a.session_id) AS sessions, sum(seconds) AS seconds
ORDER BY failures DESC, action_type
WITH error_code, sum(failures) AS failures, collect(sessions) AS lists, collect(action_type)[0..3] AS action_types,
     sum(seconds) AS seconds
RETURN error_code, failures, COUNT { UNWIND lists AS list UNWIND list AS one RETURN DISTINCT one } AS sessions,
       action_types, seconds
ORDER BY failures DESC, error_code;

// Insights sessions: Each session with failures: its calls, its failures, and how often each call failed with each class of errors.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
WITH a.session_id AS session_id, a.action_type AS action_type,
     CASE WHEN a.outcome = 'failure' THEN coalesce(a.error_code, 'None') END AS error_code, count(a) AS counted,
     min(CASE WHEN NOT untimed THEN a.started_at END) AS begun, min(a.agent_id) AS agent_id,
     min(coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type)) AS place
ORDER BY counted DESC, action_type, error_code
WITH session_id, min(agent_id) AS agent_id, coalesce(min(place), '') AS place, min(begun) AS begun, sum(counted) AS actions,
     [f IN collect({action_type: action_type, error_code: error_code, counted: counted})
      WHERE f.error_code IS NOT NULL] AS found
WHERE size(found) > 0
RETURN session_id, agent_id, place, begun, actions, reduce(n = 0, f IN found | n + f.counted) AS failures,
       [f IN found | f.action_type] AS action_types, [f IN found | f.error_code] AS error_codes,
       [f IN found | f.counted] AS counts
ORDER BY failures DESC, session_id;

// Patterns with evidence: The active patterns as a graph, each with some of the sequences that are its evidence.
MATCH (pattern:pattern)
WHERE pattern.workspace_id = $workspace_id AND pattern.status = 'active' AND pattern.action_type IS NOT NULL
RETURN pattern, COLLECT {
  MATCH path = (pattern)-[:`_mem:evidence`]->(s:sequence)
  RETURN path ORDER BY s.started_at DESC LIMIT 5
} AS evidence
ORDER BY pattern.confidence DESC
LIMIT $limit;

// Situational patterns: The situations in which an action fails more often than otherwise, and what worked next there.
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL AND p.context IS NOT NULL
RETURN p.action_type AS action_type, p.node_type AS node_type, oxgraph.context_words(p.context) AS situation,
       p.action_count AS failures, p.total_count AS actions, p.other_failures + ' of ' + p.other_count AS otherwise,
       [p.interval_low, p.interval_high] AS interval, p.lift AS lift,
       p.next_action_type + ', ' + p.next_count + ' of ' + p.next_total AS what_worked_next, p.id AS pattern_id
ORDER BY lift DESC, failures DESC
LIMIT $limit;

// What worked next: The action of the same session that followed a failure of this kind and succeeded.
MATCH (failed:action)
WHERE failed.workspace_id = $workspace_id AND failed.started_at >= datetime() - duration({days: $days})
  AND failed.error_code = $error_code
MATCH (failed)-[:`_mem:next`]->(following:action {outcome: 'success'})
RETURN failed.action_type AS failed_action, failed.target_node_type AS node_type,
       following.action_type AS next_action, count(*) AS times
ORDER BY times DESC;

// Warnings and their effect: For each failure pattern, how often agents were shown it and how often the action failed nevertheless.
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status IN ['active', 'superseded', 'deleted'] AND p.action_type IS NOT NULL
  AND p.error_code <> 'None'
MATCH (p)-[:`_mem:injected`]->(a:action)
RETURN p.name AS pattern, p.status AS status, p.confidence AS confidence, count(a) AS shown,
       count(CASE WHEN a.action_type = p.action_type AND (a.error_code = p.error_code OR p.context IS NOT NULL AND a.outcome = 'failure')
                  THEN 1 END) AS failed_all_the_same
ORDER BY shown DESC;

// Supersession of a pattern: Every version of a pattern's key, newest first, with its confidence.
MATCH (named:_mem {workspace_id: $workspace_id, id: $pattern_id})-[:`_mem:supersedes`]-{0,100}(p:_mem:pattern)
WITH DISTINCT p
RETURN p.version AS version, p.status AS status, p.confidence AS confidence, p.sample_count AS sample_count,
       p.promoted_at AS promoted_at, p.last_seen AS last_seen, p.suppressed AS suppressed,
       p.annotation AS annotation, p.id AS pattern_id
ORDER BY version DESC;

// Benchmark trend: A metric day by day against its baseline.
MATCH (m:metric {workspace_id: $workspace_id, name: $metric})
MATCH (b:benchmark)
WHERE b.workspace_id = $workspace_id AND b.metric_id = m.id AND b.date IS NOT NULL
RETURN b.date AS date, b.value AS value, b.baseline AS baseline, b.delta_vs_baseline AS delta_vs_baseline,
       b.sample_count AS sample_count
ORDER BY date;

// Memories of an entity: The memories of an entity, as subject and as object; valid ones first.
MATCH (a:alias)
WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($entity)
MATCH (e:_mem {workspace_id: $workspace_id, id: a.entity_id})
MATCH (m:memory)-[:`_mem:subject`|`_mem:object`]->(e)
WITH DISTINCT e, m
RETURN e.name AS entity, m.content AS content, m.type AS type, m.predicate AS predicate, m.status AS status,
       m.confidence AS confidence, m.valid_from AS valid_from,
       CASE WHEN m.valid_to.year < 9999 THEN m.valid_to END AS valid_to, m.evidence AS evidence, m.id AS memory_id
ORDER BY m.status <> 'active', valid_from DESC
LIMIT $limit;

// History of a predicate: Every value of a predicate of an entity: when it was valid, and what superseded it.
MATCH (a:alias)
WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($entity)
WITH DISTINCT a.entity_id AS subject_id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = subject_id AND m.predicate = $predicate
OPTIONAL MATCH (m)-[:`_mem:object`]->(o)
OPTIONAL MATCH (m)-[:`_mem:superseded_by`]->(later)
RETURN m.content AS content, o.name AS value, m.status AS status, m.valid_from AS valid_from,
       CASE WHEN m.valid_to.year < 9999 THEN m.valid_to END AS valid_to, m.recorded_at AS recorded_at,
       m.confidence AS confidence, head(collect(later.content)) AS replaced_by, m.id AS memory_id
ORDER BY valid_from, recorded_at;

// Contradictions to review: Memories that contradict each other and need a review; `oxgraph review` decides.
MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, needs_review)
WHERE m.workspace_id = $workspace_id AND m.needs_review = true AND m.status = 'active'
MATCH (m)-[:`_mem:contradicts`]->(o:memory)
WHERE o.status = 'active'
OPTIONAL MATCH (m)-[:`_mem:subject`]->(e)
RETURN e.name AS subject, m.predicate AS predicate, m.content AS content, m.confidence AS confidence,
       m.rank_weight AS rank_weight, o.content AS against, o.confidence AS against_confidence, m.id AS memory_id,
       o.id AS against_id
ORDER BY subject, predicate, memory_id
LIMIT $limit;

// Recently retired: The memories superseded, expired, forgotten or deleted in the last days, and the rule of each.
MATCH (t:transition)
WHERE t.workspace_id = $workspace_id AND t.subject_id IS NOT NULL AND t.subject_kind = 'memory'
  AND t.to_status IN ['superseded', 'expired', 'forgotten', 'deleted'] AND t.at > datetime() - duration({days: $days})
WITH t ORDER BY t.at DESC LIMIT $limit
OPTIONAL MATCH (m:_mem {workspace_id: $workspace_id, id: t.subject_id})
RETURN t.at AS at, t.rule AS rule, t.from_status AS from_status, t.to_status AS to_status, m.content AS content,
       t.inputs AS inputs, t.subject_id AS memory_id
ORDER BY at DESC;

// Transitions of a node: The audit trail of a pattern, metric, token or workspace: each change with its rule, inputs and time.
MATCH (t:transition {workspace_id: $workspace_id, subject_id: $subject_id})
RETURN t.at AS at, t.rule AS rule, t.from_status AS from_status, t.to_status AS to_status, t.inputs AS inputs,
       t.run_id AS run_id
ORDER BY at DESC;

// Recall: The memories that match a question by its words, best first, with the reasons.
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL oxgraph.recall(w.workspace_id, $question, {k: $limit, explain: true}, datetime()) YIELD results
UNWIND results AS result
RETURN result.rank AS rank, result.type AS type,
       CASE WHEN result.speaker IS NULL THEN '' ELSE result.speaker + ': ' END + result.content AS content,
       result.score AS score, result.confidence AS confidence, result.freshness AS freshness,
       coalesce(result.said_at, result.started_at, result.valid_from) AS since, result.why AS why, result.id AS id
ORDER BY rank;

// Latest conversations: The latest conversations, with the number of messages and how many are summarised.
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
WITH c ORDER BY c.last_message_at DESC LIMIT $limit
RETURN c.last_message_at AS last_message_at, c.title AS title, c.conversation_id AS conversation_id,
       COUNT { (c)-[:`_mem:has`]->() } AS messages,
       COUNT { (c)<-[:`_mem:summarises`]-(e) WHERE e.deleted_at IS NULL } AS episodes,
       COUNT {
         MATCH (s:slot)
         WHERE s.workspace_id = $workspace_id AND s.user_id = c.user_id AND s.conversation_id = c.conversation_id
           AND s.expires_at > datetime()
       } AS slots,
       c.started_at AS started_at
ORDER BY last_message_at DESC;

// Conversation: A conversation from its beginning: its messages, and its episodes in place of summarised messages.
CALL () {
  MATCH (e:episode)
  WHERE e.workspace_id = $workspace_id AND e.user_id = $user_id AND e.conversation_id = $conversation_id
    AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
  RETURN e AS node, e.started_at AS at, 'episode' AS kind, e.summary_source AS by, e.summary AS text,
         e.turn_count AS turns, null AS steps, -1 AS place
  UNION ALL
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
    AND m.position IS NOT NULL
  WITH m ORDER BY m.position LIMIT $limit
  RETURN m AS node, m.said_at AS at, 'message' AS kind, coalesce(m.speaker, m.role) AS by, m.text AS text,
         1 AS turns, m.metadata AS steps, m.position AS place
}
WITH * ORDER BY at, place LIMIT $limit
RETURN at, kind, by, left(text, 300) AS text, turns, steps,
       COUNT { (node)<-[:`_mem:derived_from`]-(:_mem:memory) } AS memories, node.id AS id
ORDER BY at, place;

// Episodes: The latest episodes of all conversations, with the number of memories derived from each.
MATCH (e:episode)
WHERE e.workspace_id = $workspace_id AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
WITH e ORDER BY e.ended_at DESC LIMIT $limit
RETURN e.ended_at AS ended_at, e.conversation_id AS conversation_id, e.turn_count AS turns,
       e.summary_source AS written_by, left(e.summary, 300) AS summary,
       COUNT { (e)<-[:`_mem:derived_from`]-(:_mem:memory) } AS memories, e.id AS episode_id
ORDER BY ended_at DESC;

// Messages to summarise: Conversations with messages older than some days that no episode summarises; most messages first.
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
CALL (c) {
  MATCH (m:message)
  WHERE m.workspace_id = $workspace_id AND m.user_id = c.user_id AND m.conversation_id = c.conversation_id
    AND m.said_at < datetime() - duration({days: $days}) AND m.episode_id IS NULL
  RETURN count(m) AS old_turns, min(m.said_at) AS oldest,
         count(CASE WHEN m.extraction = 'pending' THEN 1 END) AS waiting
}
WITH c, old_turns, waiting, oldest WHERE old_turns > 0
RETURN c.conversation_id AS conversation_id, old_turns, waiting, oldest
ORDER BY old_turns DESC
LIMIT $limit;

// Pending messages: Messages whose extraction is pending: the reason, the number of attempts, and the time of the next one.
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.extraction = 'pending' AND m.next_attempt_at IS NOT NULL
RETURN m.next_attempt_at AS next_attempt_at, m.attempts AS attempts, m.extraction_reason AS reason,
       m.conversation_id AS conversation_id, m.role AS role, left(m.text, 200) AS text, m.id AS message_id
ORDER BY next_attempt_at
LIMIT $limit;

// Patterns shown in turns: The actions in the turns of a conversation, and the patterns that were shown before each.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.session_id = $conversation_id AND a.started_at IS NOT NULL
WITH a ORDER BY a.started_at DESC LIMIT $limit
OPTIONAL MATCH (p:pattern)-[:`_mem:injected`]->(a)
WITH a, collect(p) AS patterns
RETURN a.started_at AS started_at, a.action_type + coalesce(':' + a.target_node_type, '') AS action,
       a.outcome AS outcome, a.error_code AS error_code, [p IN patterns | p.name] AS shown,
       any(p IN patterns WHERE p.action_type = a.action_type AND p.error_code = a.error_code) AS repeated,
       a.id AS action_id
ORDER BY started_at DESC;

// Neighbourhood: A memory node and its neighbours, by its id: a graph to expand by double clicks.
MATCH (node:_mem {workspace_id: $workspace_id, id: $id})
OPTIONAL MATCH (node)-[edge]-(neighbour:_mem)
WHERE none(kind IN ['token', 'slot', 'lock'] WHERE kind IN labels(neighbour))
RETURN node, edge, neighbour
LIMIT $limit;

// Pass runs: The latest runs of the passes: start, duration and counters.
MATCH (r:pass_run)
WHERE r.workspace_id = $workspace_id AND r.started_at IS NOT NULL
RETURN r.started_at AS started_at, r.pass AS pass, r.version AS version, r.now AS as_of, r.status AS status,
       r.duration_ms AS duration_ms, properties(r) AS run
ORDER BY started_at DESC
LIMIT $limit;
