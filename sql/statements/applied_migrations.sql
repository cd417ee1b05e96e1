-- The migrations that are applied and their files' SHA-256.
SELECT name, checksum FROM app.mirror_checksums ORDER BY name
