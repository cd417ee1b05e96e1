"""REST: a resource for each operation, logins for the explorer, and what monitors ask."""
