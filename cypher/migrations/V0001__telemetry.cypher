// One id a node within its workspace. Everything is looked up through this, so a foreign id is never found.
CREATE CONSTRAINT oxgraph_mem_id IF NOT EXISTS FOR (n:_mem) REQUIRE (n.workspace_id, n.id) IS UNIQUE;
CREATE CONSTRAINT oxgraph_token_hash IF NOT EXISTS FOR (n:token) REQUIRE n.token_hash IS UNIQUE;

CREATE RANGE INDEX oxgraph_session_pending IF NOT EXISTS FOR (n:session) ON (n.workspace_id, n.pending_from);
CREATE RANGE INDEX oxgraph_action_session IF NOT EXISTS FOR (n:action) ON (n.workspace_id, n.session_id, n.started_at);
CREATE RANGE INDEX oxgraph_action_time IF NOT EXISTS FOR (n:action) ON (n.workspace_id, n.started_at);
CREATE RANGE INDEX oxgraph_action_target IF NOT EXISTS FOR (n:action) ON (n.workspace_id, n.target_node_ids);
CREATE RANGE INDEX oxgraph_sequence_session IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.session_id, n.started_at);
CREATE RANGE INDEX oxgraph_sequence_uncounted IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.uncounted_at);
CREATE RANGE INDEX oxgraph_sequence_unembedded IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_sequence_closes IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.closes_at);
CREATE RANGE INDEX oxgraph_sequence_started IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.started_at);
CREATE RANGE INDEX oxgraph_tally_pair IF NOT EXISTS FOR (n:tally) ON (n.workspace_id, n.action_type);
CREATE RANGE INDEX oxgraph_pattern_key_pair IF NOT EXISTS FOR (n:pattern_key) ON (n.workspace_id, n.action_type);
CREATE RANGE INDEX oxgraph_pattern_node_type IF NOT EXISTS FOR (n:pattern) ON (n.workspace_id, n.status, n.node_type);
CREATE RANGE INDEX oxgraph_pattern_action_type IF NOT EXISTS FOR (n:pattern) ON (n.workspace_id, n.status, n.action_type);
CREATE RANGE INDEX oxgraph_metric_name IF NOT EXISTS FOR (n:metric) ON (n.workspace_id, n.name);
CREATE RANGE INDEX oxgraph_benchmark_metric IF NOT EXISTS FOR (n:benchmark) ON (n.workspace_id, n.metric_id, n.date);
CREATE RANGE INDEX oxgraph_pass_run_time IF NOT EXISTS FOR (n:pass_run) ON (n.workspace_id, n.started_at);
CREATE RANGE INDEX oxgraph_pass_run_now IF NOT EXISTS FOR (n:pass_run) ON (n.workspace_id, n.pass, n.now);
// Pattern and entity can both have very many relationships; this finds the one between them without going through either.
CREATE RANGE INDEX oxgraph_pattern_reference IF NOT EXISTS FOR ()-[r:`_mem:references`]-() ON (r.key);
CREATE RANGE INDEX oxgraph_transition_subject IF NOT EXISTS FOR (n:transition) ON (n.workspace_id, n.subject_id);
CREATE RANGE INDEX oxgraph_entity_node_id IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.node_id);

// The workspace stands inside both indexes, so that a small one beside a huge one still gets its full answer.
CYPHER 25 CREATE VECTOR INDEX oxgraph_sequence_meaning IF NOT EXISTS FOR (n:sequence) ON n.embedding
  WITH [n.workspace_id, n.outcome] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE FULLTEXT INDEX oxgraph_sequence_words IF NOT EXISTS FOR (n:sequence) ON EACH [n.intent_summary, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
