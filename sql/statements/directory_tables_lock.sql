-- Let one process at a time make the tables of the directory; held to the end of the transaction.
SELECT pg_advisory_xact_lock(hashtextextended('oxgraph directory tables', 0));
