-- Gives a table or a view to the mirror's owner; runs with the login's rights. psycopg quotes the names.
ALTER TABLE {schema}.{name} OWNER TO oxgraph_owner
