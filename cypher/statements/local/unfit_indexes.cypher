//@ statement: local/unfit_indexes
//@ summary: The indexes that cannot be used now, with how far they are populated.
//@ yields: name STRING
//@ yields: state STRING
//@ yields: percent FLOAT
SHOW INDEXES
YIELD name, state, populationPercent
WHERE state <> 'ONLINE'
RETURN name, state, populationPercent AS percent
ORDER BY name
