//@ query: end_waiting
//@ summary: End the transactions that wait for a lock of the transaction with this mark, as `oxgraph down` ends all.
//@ param: mark STRING
//@ yields: message STRING
SHOW TRANSACTIONS YIELD transactionId AS holder, metaData WHERE metaData.mark = $mark
SHOW TRANSACTIONS YIELD transactionId AS id, status WHERE status CONTAINS holder
TERMINATE TRANSACTIONS id YIELD message
RETURN message
