-- The mirror's position, locked until the end of this transaction.
SELECT database_id, position FROM app.mirror FOR UPDATE
