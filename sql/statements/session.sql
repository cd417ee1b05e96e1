-- Lets the statements and transactions of this session take as long as they need, and writes times as psycopg reads them,
-- whatever the database or the login has set for its programs.
SELECT set_config(name, CASE name WHEN 'datestyle' THEN 'ISO, MDY' WHEN 'row_security' THEN 'on' ELSE '0' END, false)
FROM (SELECT lower(name) AS name FROM pg_settings) AS settings
WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout',
               'datestyle', 'row_security')
