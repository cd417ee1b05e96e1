-- Hands the scrambled password to the next statement, as a role's cannot be a parameter; it ends with the transaction.
SELECT pg_catalog.set_config('oxgraph.secret', %(secret)s, true)
