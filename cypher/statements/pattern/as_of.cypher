//@ statement: pattern/as_of
//@ summary: The patterns that were active at a time, with the figures that they had then, sorted as asked.
//@ plan: one
//@ param: workspace_id STRING
//@ param: action_type STRING
//@ param: node_type STRING
//@ param: error_code STRING
//@ param: outcome STRING
//@ param: kind STRING
//@ param: sort STRING
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ param: as_of DATETIME
//@ param: decay_after_days FLOAT
//@ param: decay_factor FLOAT
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
// Its key has the figures of the last instant of each day on which it was judged: those of the last one up to the time
// asked for. A version without one has those that it had last. What an operator said of a pattern is that of the present.
UNWIND ['active', 'superseded', 'deleted'] AS status
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type IS NOT NULL
  AND p.promoted_at <= $as_of AND coalesce(p.superseded_at > $as_of, true) AND coalesce(p.deleted_at > $as_of, true)
  AND (status = 'active' OR p.superseded_at IS NOT NULL OR p.deleted_at IS NOT NULL)
  AND ($action_type IS NULL OR p.action_type = $action_type)
  AND ($node_type IS NULL OR p.node_type = $node_type)
  AND ($error_code IS NULL OR p.error_code = $error_code)
  AND ($outcome IS NULL OR ($outcome = 'success') = (p.error_code = 'None'))
  AND ($kind IS NULL OR $kind = CASE WHEN p.context IS NULL THEN 'plain' WHEN p.context STARTS WITH 'outcome=' THEN 'outcome'
                                ELSE 'situational' END)
OPTIONAL MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern_key',
  [p.action_type, p.node_type, p.error_code] + CASE WHEN p.context IS NULL THEN [] ELSE [p.context] END)})
WITH p, k, $as_of.epochSeconds * 1000000 + $as_of.microsecond AS asked,
     p.promoted_at.epochSeconds * 1000000 + p.promoted_at.microsecond AS begun
WITH p, k, last([i IN range(0, coalesce(size(k.figure_instants), 0) - 1)
                 WHERE k.figure_instants[i] <= asked AND k.figure_instants[i] >= begun]) AS i
WITH p, coalesce(k.figure_sequences[i], p.sample_count) AS sample_count,
     coalesce(k.figure_actions[i], p.action_count) AS action_count,
     coalesce(k.figure_totals[i], p.total_count) AS total_count,
     CASE WHEN i IS NULL THEN p.last_seen
       ELSE datetime({epochMillis: 0}) + duration({microseconds: k.figure_last_seen[i]}) END AS last_seen,
     CASE WHEN i IS NULL THEN p.evidence_confidence
       ELSE toFloat(k.figure_actions[i]) / k.figure_totals[i] END AS evidence_confidence,
     CASE WHEN i IS NULL THEN p {.next_action_type, .next_count, .next_total}
       ELSE {next_action_type: CASE k.figure_next[i] WHEN '' THEN null ELSE k.figure_next[i] END,
             next_count: k.figure_next_counts[i], next_total: k.figure_next_totals[i]} END AS next,
     CASE WHEN i IS NULL OR p.context IS NULL THEN p {.other_count, .other_failures, .lift}
       ELSE {other_count: k.figure_others[i], other_failures: k.figure_other_failures[i], lift: k.figure_lift[i]} END
       AS compared
WITH p {.*, sample_count: sample_count, action_count: action_count, total_count: total_count, last_seen: last_seen,
        next_action_type: next.next_action_type, next_count: next.next_count, next_total: next.next_total,
        other_count: compared.other_count, other_failures: compared.other_failures, lift: compared.lift,
        status: 'active', interval: oxgraph.wilson(action_count, total_count), evidence_confidence: evidence_confidence,
        confidence: oxgraph.decay(evidence_confidence, last_seen, $as_of, $decay_after_days, $decay_factor)} AS p
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
       p.confidence AS confidence, p.status AS status, p.interval AS interval,
       p.first_seen AS first_seen, p.last_seen AS last_seen, coalesce(p.suppressed, false) AS suppressed,
       p.annotation AS annotation, oxgraph.recommendation(p) AS recommendation,
       p.id AS pattern_id, p.context AS context, oxgraph.context_words(p.context) AS context_text, p.other_count AS other_count,
       p.other_failures AS other_failures, p.lift AS lift,
       [toString(seen), toString(weight), toString(samples), key] AS place
ORDER BY seen DESC, weight DESC, samples DESC, key
