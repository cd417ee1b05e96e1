-- Drops the objects that the login owns in this database, and its grants; psycopg quotes {role}.
DROP OWNED BY {role}
