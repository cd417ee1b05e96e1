"""An experiment with simulated agents: where warnings help, where they harm, and whether oxgraph notices."""
