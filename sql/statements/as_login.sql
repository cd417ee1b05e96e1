-- Switches back to the login's own rights.
RESET ROLE
