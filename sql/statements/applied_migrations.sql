-- The applied migrations and the SHA-256 of their files.
SELECT name, checksum FROM app.mirror_checksums ORDER BY name
