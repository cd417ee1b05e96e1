//@ query: functions
//@ summary: The plugin's functions with their arguments.
//@ yields: name STRING
//@ yields: arguments LIST<MAP>
SHOW FUNCTIONS YIELD name, argumentDescription
WHERE name STARTS WITH 'oxgraph.'
RETURN name, argumentDescription AS arguments
ORDER BY name
