//@ query: hold_token
//@ summary: Lock a token's node for as long as the transaction is open.
//@ param: id STRING
//@ yields: id STRING
MATCH (t:_mem:token) WHERE t.id = $id
SET t.name = t.name
RETURN t.id AS id
