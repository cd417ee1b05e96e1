-- Takes the login away; {role} is quoted by psycopg.
DROP ROLE {role}
