"""The door of agents: the table's operations as tools of the Model Context Protocol, over HTTP and stdio."""
