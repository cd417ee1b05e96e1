//@ statement: local/ping
//@ summary: Answers as soon as the database is online.
//@ yields: online BOOLEAN
RETURN true AS online
