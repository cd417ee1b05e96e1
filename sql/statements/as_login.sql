-- From here on with the login's own rights.
RESET ROLE
