"""REST: a resource for each verb, logins for the explorer, and what monitors ask."""
