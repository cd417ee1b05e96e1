// Messages are evidence: found by meaning and by words, the workspace inside the index, and one conversation alone.
CYPHER 25 CREATE VECTOR INDEX oxgraph_message_embedding IF NOT EXISTS FOR (n:message) ON n.embedding
  WITH [n.workspace_id, n.conversation_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_message_embedding_alt IF NOT EXISTS FOR (n:message) ON n.embedding_alt
  WITH [n.workspace_id, n.conversation_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE FULLTEXT INDEX oxgraph_message_words IF NOT EXISTS FOR (n:message) ON EACH [n.text, n.speaker, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE RANGE INDEX oxgraph_message_unembedded IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_message_model IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.embedding_model);
CREATE RANGE INDEX oxgraph_message_time IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.said_at);
CREATE RANGE INDEX oxgraph_message_speaker IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.speaker);

CREATE RANGE INDEX oxgraph_memory_state IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.status, n.valid_from);
CREATE RANGE INDEX oxgraph_memory_key IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.topic_key, n.status);
CREATE RANGE INDEX oxgraph_memory_hint IF NOT EXISTS FOR (n:memory) ON (n.workspace_id, n.predicate, n.status);
CREATE RANGE INDEX oxgraph_evaluation_time IF NOT EXISTS FOR (n:evaluation) ON (n.workspace_id, n.at);

// Messages of an earlier version are found too; the upkeep gives them their vectors. Erased ones are not.
MATCH (n:message)
WHERE n:_mem AND n.workspace_term IS NULL AND n.text <> '[erased]'
CALL (n) {
  SET n.workspace_term = 'ws' + replace(n.workspace_id, '-', ''), n.unembedded = true
} IN TRANSACTIONS OF 5000 ROWS;
