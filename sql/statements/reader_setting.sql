-- What the login's sessions start with; a default, which it may change. {role}, {name} and {value} are quoted by psycopg.
ALTER ROLE {role} SET {name} = {value}
