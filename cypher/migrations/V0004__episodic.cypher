// Episodes are found as messages are: by meaning and by words, the workspace and the conversation inside the index.
CYPHER 25 CREATE VECTOR INDEX oxgraph_episode_embedding IF NOT EXISTS FOR (n:episode) ON n.embedding
  WITH [n.workspace_id, n.conversation_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CYPHER 25 CREATE VECTOR INDEX oxgraph_episode_embedding_alt IF NOT EXISTS FOR (n:episode) ON n.embedding_alt
  WITH [n.workspace_id, n.conversation_id] OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE FULLTEXT INDEX oxgraph_episode_words IF NOT EXISTS FOR (n:episode) ON EACH [n.summary, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE RANGE INDEX oxgraph_episode_time IF NOT EXISTS FOR (n:episode) ON (n.workspace_id, n.conversation_id, n.ended_at);
CREATE RANGE INDEX oxgraph_episode_ended IF NOT EXISTS FOR (n:episode) ON (n.workspace_id, n.ended_at);
CREATE RANGE INDEX oxgraph_episode_unembedded IF NOT EXISTS FOR (n:episode) ON (n.workspace_id, n.unembedded);
CREATE RANGE INDEX oxgraph_episode_model IF NOT EXISTS FOR (n:episode) ON (n.workspace_id, n.embedding_model);

// What is left of a conversation while it is being deleted is found by nobody.
CREATE RANGE INDEX oxgraph_conversation_deleted IF NOT EXISTS FOR (n:conversation) ON (n.workspace_id, n.deleted_at);

// Where in its conversation a late message belongs, and which are old enough to be summed up.
CREATE RANGE INDEX oxgraph_message_said IF NOT EXISTS FOR (n:message) ON (n.workspace_id, n.conversation_id, n.said_at, n.position);

// Slots by conversation while they live, and those of a workspace that no longer do.
CREATE RANGE INDEX oxgraph_slot_conversation IF NOT EXISTS FOR (n:slot) ON (n.workspace_id, n.conversation_id, n.expires_at);
CREATE RANGE INDEX oxgraph_slot_expiry IF NOT EXISTS FOR (n:slot) ON (n.workspace_id, n.expires_at);
