-- Whether this login may do that, or may take the role that may.
SELECT pg_has_role(session_user, 'oxgraph_owner', 'MEMBER') AS allowed
