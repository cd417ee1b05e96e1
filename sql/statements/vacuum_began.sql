-- The server's time, after which a table must have been vacuumed.
SELECT clock_timestamp() AS at
