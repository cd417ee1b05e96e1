-- Empties the page that was applied, where another one follows in the same transaction.
TRUNCATE pg_temp.incoming
