-- Takes the copier's lock until the end of the transaction, or fails at once. Its mode excludes itself but no reader of the
-- catalog; locking a table needs no transaction id, so the lock holds no vacuum back.
LOCK TABLE app.copier IN EXCLUSIVE MODE NOWAIT
