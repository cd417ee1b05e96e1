//@ statement: local/end_connections
//@ summary: Ends connections of clients, and with them the transactions that they have open.
//@ param: connections LIST<STRING>
//@ yields: ended INTEGER
CALL dbms.killConnections($connections) YIELD connectionId
RETURN count(connectionId) AS ended
