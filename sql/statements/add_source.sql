-- Enters a source at its beginning, unless it is there.
INSERT INTO app.mirror (source) VALUES (%(source)s) ON CONFLICT DO NOTHING
