-- Records the position of a source that was rebuilt.
UPDATE app.mirror
SET database_id = %(database_id)s,
    position = %(position)s,
    copied_at = %(now)s,
    rebuilt_at = %(now)s,
    rows_copied = rows_copied + %(rows)s,
    last_error = NULL,
    last_error_at = NULL
WHERE source = %(source)s
