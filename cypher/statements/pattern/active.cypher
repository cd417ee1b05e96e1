//@ statement: pattern/active
//@ summary: The active patterns of a workspace, the suppressed ones too, sorted as asked.
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
//@ yields: holds_for LIST<STRING>
//@ yields: fails_for LIST<STRING>
//@ yields: holds_for_models LIST<STRING>
//@ yields: fails_for_models LIST<STRING>
//@ yields: place LIST<STRING>
// `kind` is plain, situational (of a context) or outcome (of how runs end), null for all. `after` is the place of a row: what it is sorted by, from the first to the last.
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND ($action_type IS NULL OR p.action_type = $action_type)
  AND ($node_type IS NULL OR p.node_type = $node_type)
  AND ($error_code IS NULL OR p.error_code = $error_code)
  AND ($outcome IS NULL OR ($outcome = 'success') = (p.error_code = 'None'))
  AND ($kind IS NULL OR $kind = CASE WHEN p.context IS NULL THEN 'plain' WHEN p.context STARTS WITH 'outcome=' THEN 'outcome'
                                ELSE 'situational' END)
  AND ($pattern_id IS NULL OR p.id = $pattern_id)
WITH p, CASE $sort WHEN 'last_seen' THEN toFloat(coalesce(p.last_seen.epochMillis, 0))
                WHEN 'first_seen' THEN toFloat(coalesce(p.first_seen.epochMillis, 0)) ELSE 0.0 END AS seen,
     CASE $sort WHEN 'sample_count' THEN toFloat(p.sample_count)
                WHEN 'cost' THEN CASE p.error_code WHEN 'None' THEN 0.0 ELSE p.confidence * p.sample_count END ELSE p.confidence END AS weight,
     p.sample_count AS samples, p.action_type + '\u001f' + coalesce(p.node_type, '\uffff')
       + '\u001f' + p.error_code + coalesce('\u001f' + p.context, '') AS key,
     toFloat($after[0]) AS after_seen, toFloat($after[1]) AS after_weight, toInteger($after[2]) AS after_samples
WHERE seen < after_seen OR seen = after_seen AND (weight < after_weight OR weight = after_weight
  AND (samples < after_samples OR samples = after_samples AND key > $after[3]))
WITH p, seen, weight, samples, key ORDER BY seen DESC, weight DESC, samples DESC, key LIMIT $limit
RETURN p.action_type AS action_type, p.node_type AS node_type, p.error_code AS error_code,
       p.sample_count AS sample_count, p.action_count AS action_count, p.total_count AS total_count,
       p.confidence AS confidence, p.status AS status, [p.interval_low, p.interval_high] AS interval,
       p.first_seen AS first_seen, p.last_seen AS last_seen, coalesce(p.suppressed, false) AS suppressed,
       p.annotation AS annotation, oxgraph.recommendation(properties(p)) AS recommendation,
       p.id AS pattern_id, p.context AS context, oxgraph.context_words(p.context) AS context_text, p.other_count AS other_count,
       p.other_failures AS other_failures, p.lift AS lift,
       coalesce(p.holds_for, []) AS holds_for, coalesce(p.fails_for, []) AS fails_for,
       coalesce(p.holds_for_models, []) AS holds_for_models, coalesce(p.fails_for_models, []) AS fails_for_models,
       [toString(seen), toString(weight), toString(samples), key] AS place
ORDER BY seen DESC, weight DESC, samples DESC, key
