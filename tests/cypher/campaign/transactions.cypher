//@ query: transactions
//@ summary: The transactions of others that still run, such as those of clients that were killed.
//@ yields: id STRING
//@ yields: text STRING
SHOW TRANSACTIONS YIELD transactionId, currentQuery, status
WHERE NOT currentQuery CONTAINS 'SHOW TRANSACTIONS' AND currentQuery <> ''
RETURN transactionId AS id, currentQuery AS text
