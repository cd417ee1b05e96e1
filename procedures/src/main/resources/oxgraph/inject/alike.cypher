// The runs whose intent shares words with a query, the best first. The query names the workspace's term, so that another
// one's texts take no place; the property has the last word.
CALL db.index.fulltext.queryNodes('oxgraph_sequence_words', $query, {limit: $reach})
YIELD node AS s, score
WHERE s.workspace_id = $workspace_id AND s.closes_at <= $now
RETURN s.session_id AS session_id, score
ORDER BY score DESC, s.started_at DESC, s.id LIMIT $limit
