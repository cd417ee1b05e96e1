// Entities that recall can return carry the workspace's term: those that were adopted or imported, that have a
// description or an id of their own; not the names that extraction makes, and not the workspace's users.
CREATE RANGE INDEX oxgraph_entity_term IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.workspace_term);
CREATE FULLTEXT INDEX oxgraph_entity_words IF NOT EXISTS FOR (n:entity)
  ON EACH [n.name, n.node_id, n.type, n.description, n.shown_properties, n.workspace_term]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
DROP INDEX oxgraph_entity_embedding IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding IF NOT EXISTS FOR (n:entity) ON n.embedding
  WITH [n.workspace_id, n.type, n.workspace_term]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX oxgraph_entity_embedding_alt IF EXISTS;
CYPHER 25 CREATE VECTOR INDEX oxgraph_entity_embedding_alt IF NOT EXISTS FOR (n:entity) ON n.embedding_alt
  WITH [n.workspace_id, n.type, n.workspace_term]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};

MATCH (n:entity)
WHERE n:_mem AND n.workspace_term IS NULL AND n.released_from IS NULL AND coalesce(n.type, '') <> 'user'
  AND (n.adopted_properties IS NOT NULL OR n.connection IS NOT NULL OR n.description IS NOT NULL
    OR n.owned IS NULL OR n.node_id <> n.id)
CALL (n) {
  SET n.workspace_term = 'ws' + replace(n.workspace_id, '-', '')
} IN TRANSACTIONS OF 5000 ROWS;
