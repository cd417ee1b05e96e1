-- Restricts the server's default databases to the superuser: copier and readers have no use for them.
REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC
