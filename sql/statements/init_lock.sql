-- Lets one init run at a time in a database; another one waits and then finds the work done. Readers may not lock this table.
LOCK TABLE app.mirror_checksums IN EXCLUSIVE MODE
