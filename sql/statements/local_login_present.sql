-- Whether the copier's login is in the local server, with the rights of oxgraph_writer.
SELECT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'oxgraph_mirror' AND r.rolcanlogin
               AND pg_catalog.pg_has_role(r.oid, 'oxgraph_writer', 'MEMBER')) AS present
