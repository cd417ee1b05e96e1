-- Whether the list of the readers' logins is there.
SELECT to_regclass('app.readers') IS NOT NULL AS present
