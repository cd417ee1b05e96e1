CREATE RANGE INDEX oxgraph_memory_hash IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.content_hash);
CREATE RANGE INDEX oxgraph_memory_predicate IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.subject_id, n.predicate);
CREATE RANGE INDEX oxgraph_memory_topic IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.subject_id, n.topic_key);
// Of a long history only what holds now, or held at a time, is read.
CREATE RANGE INDEX oxgraph_memory_predicate_state IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.subject_id, n.predicate, n.status, n.valid_to);
CREATE RANGE INDEX oxgraph_memory_topic_state IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.subject_id, n.topic_key, n.status, n.valid_to);
CREATE RANGE INDEX oxgraph_memory_object IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.object_id);
CREATE RANGE INDEX oxgraph_memory_recorded IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.recorded_at);
CREATE RANGE INDEX oxgraph_memory_accessed IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.type, n.status, n.last_accessed_at);
CREATE RANGE INDEX oxgraph_memory_expired IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.expired_at);
CREATE RANGE INDEX oxgraph_memory_reinforced IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.policy, n.status, n.reinforced_at);
CREATE RANGE INDEX oxgraph_memory_review IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.needs_review);
CREATE RANGE INDEX oxgraph_memory_unquestioned IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.unquestioned);
CREATE RANGE INDEX oxgraph_alias_key IF NOT EXISTS FOR (n:alias) ON (n.workspace_id, n.key);
CREATE RANGE INDEX oxgraph_alias_entity IF NOT EXISTS FOR (n:alias) ON (n.workspace_id, n.entity_id);
CREATE RANGE INDEX oxgraph_entity_connection IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.connection);
CREATE RANGE INDEX oxgraph_predicate_name IF NOT EXISTS FOR (n:predicate) ON (n.workspace_id, n.name);
CREATE RANGE INDEX oxgraph_question_memory IF NOT EXISTS FOR (n:question) ON (n.workspace_id, n.memory_id);
CREATE RANGE INDEX oxgraph_conversation_time IF NOT EXISTS FOR (n:conversation) ON (n.workspace_id, n.last_message_at);
CREATE RANGE INDEX oxgraph_message_place IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.conversation_id, n.position);
CREATE RANGE INDEX oxgraph_message_extraction IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.extraction, n.next_attempt_at);
CREATE RANGE INDEX oxgraph_tombstone_time IF NOT EXISTS FOR (n:tombstone) ON (n.workspace_id, n.deleted_at);

// What waits for a vector, and, while the model is being changed, what still has the old one's.
CREATE RANGE INDEX oxgraph_memory_unembedded IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_entity_unembedded IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_question_unembedded IF NOT EXISTS FOR (n:question) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_memory_model IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.embedding_model);
CREATE RANGE INDEX oxgraph_entity_model IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.embedding_model);
CREATE RANGE INDEX oxgraph_question_model IF NOT EXISTS FOR (n:question) ON (n.workspace_id, n.embedding_model);
CREATE RANGE INDEX oxgraph_sequence_model IF NOT EXISTS FOR (n:sequence) ON (n.workspace_id, n.embedding_model);

// Two slots, so that a change of model never mixes two spaces; workspace.embedding_slot names the one that is read.
CYPHER 25 CREATE VECTOR INDEX oxgraph_memory_embedding IF NOT EXISTS FOR (n:memory) ON n.embedding
  WITH [n.workspace_id, n.status, n.type, n.subject_id, n.valid_from, n.valid_to]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_memory_embedding_alt IF NOT EXISTS FOR (n:memory) ON n.embedding_alt
  WITH [n.workspace_id, n.status, n.type, n.subject_id, n.valid_from, n.valid_to]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding IF NOT EXISTS FOR (n:entity) ON n.embedding
  WITH [n.workspace_id, n.type] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding_alt IF NOT EXISTS FOR (n:entity) ON n.embedding_alt
  WITH [n.workspace_id, n.type] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_question_embedding IF NOT EXISTS FOR (n:question) ON n.embedding
  WITH [n.workspace_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_question_embedding_alt IF NOT EXISTS FOR (n:question) ON n.embedding_alt
  WITH [n.workspace_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_sequence_meaning_alt IF NOT EXISTS FOR (n:sequence) ON n.embedding_alt
  WITH [n.workspace_id, n.outcome] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};

CREATE FULLTEXT INDEX oxgraph_memory_words IF NOT EXISTS FOR (n:memory) ON EACH [n.content, n.keywords, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX oxgraph_alias_grams IF NOT EXISTS FOR (n:alias) ON EACH [n.grams, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
