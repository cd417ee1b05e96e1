-- Records an applied migration: its name, and the SHA-256 of its file.
INSERT INTO app.mirror_checksums (name, checksum) VALUES (%(name)s, %(checksum)s)
