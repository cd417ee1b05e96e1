-- Lets the session that holds the copier's lock stay idle for as long as a copy takes, and notices a lost client in a minute.
SELECT set_config(name, CASE name WHEN 'tcp_keepalives_idle' THEN '30' WHEN 'tcp_keepalives_interval' THEN '10'
                                  WHEN 'tcp_keepalives_count' THEN '3' ELSE '0' END, false)
FROM pg_settings
WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout',
               'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count')
