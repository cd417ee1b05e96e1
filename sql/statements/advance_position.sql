-- Advances the position. Without changes the time is stored once a minute; a recorded error is cleared in any case.
UPDATE app.mirror
SET database_id = %(database_id)s,
    position = %(position)s,
    copied_at = %(now)s,
    rows_copied = rows_copied + %(rows)s,
    last_error = NULL,
    last_error_at = NULL
WHERE source = %(source)s AND (position <> %(position)s
   OR database_id IS NULL
   OR last_error IS NOT NULL
   OR copied_at IS NULL
   OR copied_at < %(now)s - interval '1 minute')
