//@ pass: prune
//@ version: 1
//@ summary: Forget runs of passes that found nothing to do; runs of pass 2 are instants and stay for 30 days.
//@ param: workspace_id STRING
//@ param: run_id STRING
//@ param: now DATETIME
//@ param: batch INTEGER
//@ yields: pruned INTEGER
//@ yields: remaining INTEGER
MATCH (r:_mem:pass_run)
WHERE r.workspace_id = $workspace_id AND r.started_at IS NOT NULL AND r.idle AND r.id <> $run_id
  AND r.now < $now - CASE r.pass WHEN 'patterns' THEN duration({days: 30}) ELSE duration({days: 1}) END
WITH r LIMIT $batch
DELETE r
WITH count(*) AS pruned
RETURN pruned, CASE WHEN pruned = $batch THEN 1 ELSE 0 END AS remaining
