// Where the vector index gives fewer than there are: each entity that recall can return, compared.
MATCH (e:entity)
WHERE e.workspace_id = $workspace_id AND e.workspace_term = $term AND e[$slot] IS NOT NULL
RETURN e AS node, 2 * vector.similarity.cosine(e[$slot], $vector) - 1 AS score
ORDER BY score DESC
