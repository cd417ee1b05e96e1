-- One init at a time in a database; the other waits and then finds it done.
SELECT pg_catalog.pg_advisory_xact_lock(6085495048964952037)
