-- Takes away what it made in this database, and was granted; {role} is quoted by psycopg.
DROP OWNED BY {role}
