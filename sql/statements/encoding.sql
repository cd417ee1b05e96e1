-- The encoding of the database.
SELECT pg_catalog.current_setting('server_encoding') AS encoding
