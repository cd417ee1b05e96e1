-- Whether the local server has the mirror's database.
SELECT EXISTS (SELECT FROM pg_catalog.pg_database WHERE datname = 'oxgraph') AS present
