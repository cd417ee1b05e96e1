//@ statement: local/open_transactions
//@ summary: The connections of clients that have a transaction open, but for the one that asks.
//@ yields: connection STRING
SHOW TRANSACTIONS
YIELD connectionId, currentQuery
WHERE connectionId STARTS WITH 'bolt' AND NOT currentQuery CONTAINS 'SHOW TRANSACTIONS'
RETURN DISTINCT connectionId AS connection
