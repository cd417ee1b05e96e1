-- Whether any migration was applied here, and whether the login may read which.
SELECT to_regclass('app.mirror_checksums') IS NOT NULL AS present
