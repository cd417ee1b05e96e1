-- Change the entry of a workspace, if its move is at one of these steps of this attempt; no row otherwise.
UPDATE oxgraph_directory.entry SET
  server = CASE WHEN %(names)s::text[] @> '{server}' THEN %(server)s ELSE server END,
  epoch = CASE WHEN %(names)s::text[] @> '{epoch}' THEN %(epoch)s ELSE epoch END,
  step = CASE WHEN %(names)s::text[] @> '{step}' THEN %(step)s ELSE step END,
  target = CASE WHEN %(names)s::text[] @> '{target}' THEN %(target)s ELSE target END,
  attempt = CASE WHEN %(names)s::text[] @> '{attempt}' THEN %(attempt)s ELSE attempt END,
  fence = CASE WHEN %(names)s::text[] @> '{fence}' THEN %(fence)s ELSE fence END,
  step_at = CASE WHEN %(names)s::text[] @> '{step_at}' THEN %(step_at)s ELSE step_at END,
  moved_at = CASE WHEN %(names)s::text[] @> '{moved_at}' THEN %(moved_at)s ELSE moved_at END
WHERE workspace_id = %(workspace_id)s
  AND coalesce(step, '') = ANY (%(steps)s::text[])
  AND coalesce(attempt, '') = %(of_attempt)s
  AND (%(of_fence)s::text IS NULL OR fence = %(of_fence)s)
RETURNING workspace_id, workspace, server, epoch, step, target, attempt, fence, step_at, moved_at;
