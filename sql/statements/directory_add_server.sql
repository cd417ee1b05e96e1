-- Add a server to the directory, or change its address.
INSERT INTO oxgraph_directory.server (name, address, created_at) VALUES (%(name)s, %(address)s, %(now)s)
ON CONFLICT (name) DO UPDATE SET address = excluded.address, draining = false;
