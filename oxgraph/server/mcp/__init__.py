"""The door of agents: the table's verbs as tools of the Model Context Protocol, over HTTP and stdio."""
