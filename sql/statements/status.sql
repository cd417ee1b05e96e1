-- The copier's own record of a source: its position and last error.
SELECT database_id, position, copied_at, last_error, last_error_at, rebuilt_at FROM app.mirror WHERE source = %(source)s
