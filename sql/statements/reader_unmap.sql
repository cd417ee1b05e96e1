-- From here on the login sees nothing, in sessions that are open too; as the owner.
DELETE FROM app.readers WHERE role_name = %(role)s
