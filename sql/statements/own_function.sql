-- Gives a function to the mirror's owner; runs with the login's rights. psycopg quotes the names.
ALTER FUNCTION {schema}.{name} OWNER TO oxgraph_owner
