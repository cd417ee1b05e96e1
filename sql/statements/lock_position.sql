-- The position of a source, locked until the end of this transaction.
SELECT database_id, position FROM app.mirror WHERE source = %(source)s FOR UPDATE
