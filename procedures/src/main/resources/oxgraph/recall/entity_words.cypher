// Entities by BM25 over name, node_id, type, description and chosen properties; the workspace's term stands in the query.
CALL db.index.fulltext.queryNodes('oxgraph_entity_words', $query, {limit: $limit}) YIELD node, score
RETURN node, score
