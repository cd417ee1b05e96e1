-- The servers of the directory, by name.
SELECT name, address, draining FROM oxgraph_directory.server ORDER BY name;
