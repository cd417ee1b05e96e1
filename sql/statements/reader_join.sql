-- Lets the asker end the login's sessions and drop what it made, where that takes membership; {role} is quoted by psycopg.
GRANT {role} TO CURRENT_USER
