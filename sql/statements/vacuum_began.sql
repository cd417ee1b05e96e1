-- The server's time; a vacuum must be later than this.
SELECT clock_timestamp() AS at
