-- Whether this login may vacuum the tables, or take a role that may.
SELECT pg_has_role(session_user, 'oxgraph_owner', 'MEMBER') AS allowed
