-- The readers whose logins are there, to be entered again after the tables were made anew; runs as the owner.
SELECT role_name::text AS role, workspace_id, created_at
FROM app.readers WHERE role_name IN (SELECT rolname FROM pg_catalog.pg_roles)
