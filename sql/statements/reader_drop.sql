-- Drops the login; psycopg quotes {role}.
DROP ROLE {role}
