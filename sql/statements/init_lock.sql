-- Lets one init run at a time in a database; another one waits and then finds the work done.
SELECT pg_catalog.pg_advisory_xact_lock(6085495048964952037)
