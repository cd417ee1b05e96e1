//@ statement: entity/called
//@ summary: The entities whose node_id or names are a text, are like it, stand in it, or share much of it, the best first; no hidden ones.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: text STRING
//@ param: type STRING
//@ param: reach INTEGER
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: score FLOAT
//@ yields: found_by STRING
// The workspace's term stands in the query, so another one's names take no place; the property has the last word. What
// grams gives are hexadecimal numbers, so nothing in the text can be an operator.
WITH oxgraph.name_key($text) AS whole, oxgraph.grams($text) AS grams
WHERE whole <> ''
WITH whole, split(whole, ' ')[..60] AS words, split(grams, ' ') AS grams,
     '+workspace_term:ws' + replace($workspace_id, '-', '') + ' +grams:(' + grams + ')' AS query
CALL (whole, words, grams, query) {
  // Names that stand in the text, of five words at most, as in recall; one that is only part of it counts by its share.
  UNWIND range(0, size(words) - 1) AS start
  UNWIND range(1, 5) AS length
  WITH whole, words, start, length WHERE start + length <= size(words)
  WITH DISTINCT whole, reduce(run = words[start], word IN words[start + 1..start + length] | run + ' ' + word) AS run
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.key = run
  RETURN a.entity_id AS entity_id, CASE WHEN run = whole THEN 1.0 ELSE 0.6 + 0.3 * size(run) / size(whole) END AS score,
         CASE WHEN run = whole THEN 'name' ELSE 'words' END AS found_by
  UNION ALL
  WITH whole
  MATCH (a:alias)
  WHERE size(words) > 5 AND a.workspace_id = $workspace_id AND a.key = whole
  RETURN a.entity_id AS entity_id, 1.0 AS score, 'name' AS found_by
  UNION ALL
  // The id by which the workspace's own systems name it: the whole text, as it is written.
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = trim($text)
  RETURN e.id AS entity_id, 1.0 AS score, 'name' AS found_by
  UNION ALL
  WITH grams, query
  CALL db.index.fulltext.queryNodes('oxgraph_alias_grams', query, {limit: $reach}) YIELD node AS a
  WHERE a.workspace_id = $workspace_id
  WITH a, toFloat(size([gram IN split(a.grams, ' ') WHERE gram IN grams])) AS shared, size(grams) AS asked
  WITH a, shared / (asked + a.gram_count - shared) AS similarity, shared / asked AS held
  WHERE similarity >= 0.3 OR held >= 0.6
  RETURN a.entity_id AS entity_id, CASE WHEN similarity >= 0.3 THEN similarity ELSE 0.6 * held END AS score,
         CASE WHEN similarity >= 0.3 THEN 'name' ELSE 'words' END AS found_by
}
WITH entity_id, score, found_by ORDER BY score DESC
WITH entity_id, head(collect([score, found_by])) AS best
MATCH (e:_mem:entity {workspace_id: $workspace_id, id: entity_id})
WHERE e.deleted_at IS NULL AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
  AND ($type IS NULL OR toLower(e.type) = toLower($type))
RETURN e.id AS id, best[0] AS score, best[1] AS found_by
ORDER BY score DESC, e.name, id
LIMIT $limit
