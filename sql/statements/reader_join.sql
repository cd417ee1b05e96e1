-- Makes the caller a member of the login, which ending its sessions and dropping its objects may require; psycopg quotes {role}.
GRANT {role} TO CURRENT_USER
