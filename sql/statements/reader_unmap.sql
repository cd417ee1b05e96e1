-- Takes the rows from the login at once, also in open sessions; runs as the owner.
DELETE FROM app.readers WHERE role_name = %(role)s
