//@ statement: pattern/keys
//@ summary: Every key of a workspace with its counts, promoted or not, sorted as asked.
//@ plan: one
//@ param: workspace_id STRING
//@ param: action_type STRING
//@ param: node_type STRING
//@ param: error_code STRING
//@ param: outcome STRING
//@ param: kind STRING
//@ param: pattern_id STRING
//@ param: sort STRING
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: error_code STRING
//@ yields: sample_count INTEGER
//@ yields: action_count INTEGER
//@ yields: total_count INTEGER
//@ yields: confidence FLOAT
//@ yields: status STRING
//@ yields: interval LIST<FLOAT>
//@ yields: first_seen DATETIME
//@ yields: last_seen DATETIME
//@ yields: suppressed BOOLEAN
//@ yields: annotation STRING
//@ yields: recommendation STRING
//@ yields: pattern_id STRING
//@ yields: context STRING
//@ yields: context_text STRING
//@ yields: other_count INTEGER
//@ yields: other_failures INTEGER
//@ yields: lift FLOAT
//@ yields: place LIST<STRING>
// `kind` is plain, situational (of a context) or outcome (of how runs end), null for all. `after` is the place of a row: what it is sorted by, from the first to the last.
MATCH (k:_mem:pattern_key)
WHERE k.workspace_id = $workspace_id AND k.action_type IS NOT NULL
  AND ($action_type IS NULL OR k.action_type = $action_type)
  AND ($node_type IS NULL OR k.node_type = $node_type)
  AND ($error_code IS NULL OR k.error_code = $error_code)
  AND ($outcome IS NULL OR ($outcome = 'success') = (k.error_code = 'None'))
  AND ($kind IS NULL OR $kind = CASE WHEN k.context IS NULL THEN 'plain' WHEN k.context STARTS WITH 'outcome=' THEN 'outcome'
                                ELSE 'situational' END)
  AND ($pattern_id IS NULL OR k.pattern_id = $pattern_id)
WITH k, CASE $sort WHEN 'last_seen' THEN toFloat(coalesce(k.last_seen.epochMillis, 0))
                WHEN 'first_seen' THEN toFloat(coalesce(k.first_seen.epochMillis, 0)) ELSE 0.0 END AS seen,
     CASE $sort WHEN 'sample_count' THEN toFloat(coalesce(k.sample_count, 0))
                WHEN 'cost' THEN CASE k.error_code WHEN 'None' THEN 0.0 ELSE coalesce(k.confidence, 0.0) * coalesce(k.sample_count, 0) END ELSE coalesce(k.confidence, 0.0) END AS weight,
     coalesce(k.sample_count, 0) AS samples, k.action_type + '\u001f' + coalesce(k.node_type, '\uffff')
       + '\u001f' + k.error_code + coalesce('\u001f' + k.context, '') AS key,
     toFloat($after[0]) AS after_seen, toFloat($after[1]) AS after_weight, toInteger($after[2]) AS after_samples
WHERE seen < after_seen OR seen = after_seen AND (weight < after_weight OR weight = after_weight
  AND (samples < after_samples OR samples = after_samples AND key > $after[3]))
WITH k, seen, weight, samples, key ORDER BY seen DESC, weight DESC, samples DESC, key LIMIT $limit
OPTIONAL MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: k.pattern_id})
RETURN k.action_type AS action_type, k.node_type AS node_type, k.error_code AS error_code,
       coalesce(k.sample_count, 0) AS sample_count, coalesce(k.action_count, 0) AS action_count,
       coalesce(k.total_count, 0) AS total_count, coalesce(k.confidence, 0.0) AS confidence, k.status AS status,
       oxgraph.wilson(coalesce(k.action_count, 0), coalesce(k.total_count, 0)) AS interval,
       k.first_seen AS first_seen, k.last_seen AS last_seen, coalesce(p.suppressed, false) AS suppressed,
       p.annotation AS annotation, CASE WHEN p IS NULL THEN null ELSE oxgraph.recommendation(properties(p)) END AS recommendation,
       k.pattern_id AS pattern_id, k.context AS context,
       oxgraph.context_words(k.context) AS context_text,
       p.other_count AS other_count, p.other_failures AS other_failures, p.lift AS lift,
       [toString(seen), toString(weight), toString(samples), key] AS place
ORDER BY seen DESC, weight DESC, samples DESC, key
