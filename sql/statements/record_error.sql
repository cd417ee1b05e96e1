-- Records why a run of the copier failed.
UPDATE app.mirror SET last_error = %(error)s, last_error_at = %(now)s WHERE source = %(source)s
