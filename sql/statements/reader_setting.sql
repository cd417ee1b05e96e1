-- Sets a default of the login's sessions, which the login may change. psycopg quotes {role}, {name} and {value}.
ALTER ROLE {role} SET {name} = {value}
