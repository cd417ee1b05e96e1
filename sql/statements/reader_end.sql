-- Terminates the login's sessions, as far as the caller may.
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE usename = %(role)s
  AND (pg_has_role(usename, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE'))
