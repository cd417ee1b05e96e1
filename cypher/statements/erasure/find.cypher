//@ statement: erasure/find
//@ summary: Go through a batch of a workspace's nodes in the order of ids, and find the texts that name the subject.
//@ plan: one
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: batch INTEGER
//@ param: keys LIST<STRING>
//@ param: exact LIST<STRING>
//@ param: values LIST<STRING>
//@ param: skipped LIST<STRING>
//@ param: family LIST<STRING>
//@ param: ours LIST<STRING>
//@ yields: last STRING
//@ yields: nodes INTEGER
//@ yields: texts INTEGER
//@ yields: found LIST<MAP>
// `keys` are sought in the key of a text, which has blanks at both ends; `exact` are patterns for the text as it is
// written, `values` whole texts. `skipped` holds properties, and properties of one kind as kind.property.
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
WITH n
ORDER BY n.workspace_id, n.id
LIMIT $batch
WITH collect(n) AS batch, max(n.id) AS last
CALL (batch) {
  UNWIND batch AS n
  WITH n WHERE NOT n.id IN $family AND NOT coalesce(n.entity_id IN $family, false)
  UNWIND keys(n) AS property
  WITH n, property
  WHERE NOT property IN $skipped AND none(label IN labels(n) WHERE label + '.' + property IN $skipped)
  WITH n, property, CASE WHEN n[property] IS :: STRING NOT NULL THEN [n[property]]
                         WHEN n[property] IS :: LIST<STRING NOT NULL> NOT NULL THEN n[property] ELSE [] END AS texts
  // JSON writes a line break as \n, which would stick to the word behind it.
  WITH n, property, texts, texts + [text IN texts WHERE (n:slot OR property = 'metadata') AND text CONTAINS '\\' |
    reduce(plain = text, escape IN ['\\n', '\\r', '\\t', '\\b', '\\f'] | replace(plain, escape, ' '))] AS forms
  WITH n, property, texts,
       any(text IN forms WHERE text IN $values
         OR any(key IN [' ' + oxgraph.name_key(text) + ' '] WHERE any(sought IN $keys WHERE key CONTAINS sought))
         OR any(pattern IN $exact WHERE text =~ pattern)) AS names_it
  WITH n, sum(size(texts)) AS texts,
       collect(CASE WHEN names_it THEN {property: property, value: n[property],
         // A domain node's own properties are its owner's.
         ours: coalesce(property IN n.adopted_properties, n.owned IS NOT NULL OR size(labels(n)) = 2 OR NOT n:entity)
               OR property IN $ours} END) AS hits
  RETURN sum(texts) AS texts,
         collect(CASE WHEN size(hits) > 0 THEN {id: n.id, labels: labels(n), hits: hits} END) AS found
}
RETURN last, size(batch) AS nodes, texts, found
