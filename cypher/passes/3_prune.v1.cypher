//@ pass: prune
//@ version: 1
//@ summary: Forget runs of passes that found nothing to do, once nobody asks any more when they were.
//@ param: workspace_id STRING
//@ param: run_id STRING
//@ param: now DATETIME
//@ param: batch INTEGER
//@ yields: pruned INTEGER
//@ yields: remaining INTEGER
MATCH (r:_mem:pass_run)
WHERE r.workspace_id = $workspace_id AND r.started_at IS NOT NULL AND r.idle AND r.id <> $run_id
  // Runs of pass 2 are instants; by the last runs of passes 4 and 5 their next ones are due.
  AND r.now < $now - duration({days: CASE r.pass WHEN 'patterns' THEN 30 WHEN 'freshness' THEN 10 WHEN 'garbage' THEN 40
                                     ELSE 1 END})
WITH r LIMIT $batch
DELETE r
WITH count(*) AS pruned
RETURN pruned, CASE WHEN pruned = $batch THEN 1 ELSE 0 END AS remaining
