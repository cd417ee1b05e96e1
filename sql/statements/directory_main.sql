-- Enter the database of the main server, unless one is entered; the one that is entered.
WITH made AS (
  INSERT INTO oxgraph_directory.main (database_id) VALUES (%(database_id)s)
  ON CONFLICT DO NOTHING RETURNING database_id
)
SELECT database_id FROM made UNION ALL SELECT database_id FROM oxgraph_directory.main LIMIT 1;
