-- What the database can hold of a text.
SELECT pg_catalog.current_setting('server_encoding') AS encoding
