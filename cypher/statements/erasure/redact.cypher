//@ statement: erasure/redact
//@ summary: Put other values in place of properties that are still as they were found; what had a vector waits for a new one, but an erased message is not found again.
//@ param: workspace_id STRING
//@ param: rows LIST<MAP>
//@ yields: redacted INTEGER
UNWIND $rows AS row
MATCH (n:_mem {workspace_id: $workspace_id, id: row.id})
WHERE all(property IN keys(row.before) WHERE n[property] = row.before[property])
// What was done on a target that is named no more is counted no more: it goes, and its pair is folded anew.
CALL (n, row) {
  WITH n, row WHERE n:action AND row.before.target_node_ids IS NOT NULL
  OPTIONAL MATCH (t:_mem:tally {workspace_id: $workspace_id,
                                id: oxgraph.stable_id($workspace_id, 'tally', [n.action_type, n.target_node_type])})
  SET t.refold = 'marked'
  WITH n, row
  UNWIND row.before.target_node_ids AS target
  MATCH (counted:_mem:node_tally {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'node_tally',
    [n.action_type, n.target_node_type, target])})
  WHERE NOT target IN coalesce(row.after.target_node_ids, [])
  DELETE counted
}
SET n += row.after
FOREACH (_ IN CASE WHEN n.embedding_model IS NULL THEN [] ELSE [1] END |
  SET n.embedding = null, n.embedding_alt = null, n.embedding_model = null, n.unembedded = true)
FOREACH (_ IN CASE WHEN n:alias AND row.after.text IS NOT NULL THEN [1] ELSE [] END |
  SET n.key = oxgraph.name_key(row.after.text), n.grams = oxgraph.grams(row.after.text),
      n.gram_count = size(split(oxgraph.grams(row.after.text), ' ')))
FOREACH (_ IN CASE WHEN n:message AND row.after.text IS NOT NULL THEN [1] ELSE [] END |
  SET n.extraction = 'rejected', n.extraction_stage = 'erasure', n.extraction_reason = 'erased',
      n.next_attempt_at = null, n.embedding = null, n.embedding_alt = null, n.embedding_model = null,
      n.unembedded = null, n.workspace_term = null)
RETURN count(*) AS redacted
