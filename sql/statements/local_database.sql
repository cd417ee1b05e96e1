-- Creates the mirror's database in the local server.
CREATE DATABASE oxgraph
