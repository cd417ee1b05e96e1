-- Whether a login is a reader: one that is mapped, or whose workspace was purged since.
SELECT EXISTS (
  SELECT FROM pg_roles r
  WHERE r.rolname = %(role)s AND r.rolcanlogin AND NOT r.rolsuper AND r.rolname ~ '^oxgraph_reader_[0-9a-f]{12}$'
) AS known
