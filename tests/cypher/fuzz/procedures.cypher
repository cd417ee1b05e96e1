//@ query: procedures
//@ summary: The plugin's procedures with their arguments.
//@ yields: name STRING
//@ yields: arguments LIST<MAP>
SHOW PROCEDURES YIELD name, argumentDescription
WHERE name STARTS WITH 'oxgraph.'
RETURN name, argumentDescription AS arguments
ORDER BY name
