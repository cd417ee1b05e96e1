//@ statement: system/plugin_version
//@ summary: The plugin's version; the plugin refuses a client of another one.
//@ param: client_version STRING
//@ yields: version STRING
CALL oxgraph.version($client_version) YIELD version
RETURN version
