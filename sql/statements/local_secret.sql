-- Passes the password verifier to the next statement as a setting of the transaction, because CREATE ROLE takes no parameters.
SELECT pg_catalog.set_config('oxgraph.secret', %(secret)s, true)
