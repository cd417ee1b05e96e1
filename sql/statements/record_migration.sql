-- Notes what a migration said. name, and checksum: the SHA-256 of its file.
INSERT INTO app.mirror_checksums (name, checksum) VALUES (%(name)s, %(checksum)s)
