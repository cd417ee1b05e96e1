//@ statement: conversation/known_contents
//@ summary: Which of these content hashes are those of memories that are shared or the user's: a sentence with such a hash is an echo.
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: hashes LIST<STRING>
//@ yields: known LIST<STRING>
UNWIND $hashes AS hash
CALL (hash) {
  MATCH (m:memory)
  WHERE m.workspace_id = $workspace_id AND m.content_hash = hash AND m.user_id IN ['', $user_id]
  RETURN true AS found LIMIT 1
}
RETURN collect(hash) AS known
