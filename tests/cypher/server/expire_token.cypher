//@ query: expire_token
//@ summary: Move a token's end.
//@ param: id STRING
//@ param: at DATETIME
MATCH (t:_mem:token) WHERE t.id = $id
SET t.expires_at = $at
