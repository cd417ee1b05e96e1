// Vector indexes without quantization. With the default (binary, and then three times as many compared again), Neo4j
// 2026.08's filtered search fails in states that deletions leave behind ("Index … out of bounds"): 4 to 8 of 100 searches
// of a small index that changes. Without, what is nearest is exact, too.
DROP INDEX oxgraph_sequence_meaning IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_sequence_meaning IF NOT EXISTS FOR (n:sequence) ON n.embedding
  WITH [n.workspace_id, n.outcome]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_memory_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_memory_embedding IF NOT EXISTS FOR (n:memory) ON n.embedding
  WITH [n.workspace_id, n.status, n.type, n.subject_id, n.valid_from, n.valid_to]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_memory_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_memory_embedding_alt IF NOT EXISTS FOR (n:memory) ON n.embedding_alt
  WITH [n.workspace_id, n.status, n.type, n.subject_id, n.valid_from, n.valid_to]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_entity_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding IF NOT EXISTS FOR (n:entity) ON n.embedding
  WITH [n.workspace_id, n.type]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_entity_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding_alt IF NOT EXISTS FOR (n:entity) ON n.embedding_alt
  WITH [n.workspace_id, n.type]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_question_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_question_embedding IF NOT EXISTS FOR (n:question) ON n.embedding
  WITH [n.workspace_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_question_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_question_embedding_alt IF NOT EXISTS FOR (n:question) ON n.embedding_alt
  WITH [n.workspace_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_sequence_meaning_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_sequence_meaning_alt IF NOT EXISTS FOR (n:sequence) ON n.embedding_alt
  WITH [n.workspace_id, n.outcome]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_message_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_message_embedding IF NOT EXISTS FOR (n:message) ON n.embedding
  WITH [n.workspace_id, n.conversation_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_message_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_message_embedding_alt IF NOT EXISTS FOR (n:message) ON n.embedding_alt
  WITH [n.workspace_id, n.conversation_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_episode_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_episode_embedding IF NOT EXISTS FOR (n:episode) ON n.embedding
  WITH [n.workspace_id, n.conversation_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_episode_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_episode_embedding_alt IF NOT EXISTS FOR (n:episode) ON n.embedding_alt
  WITH [n.workspace_id, n.conversation_id]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
