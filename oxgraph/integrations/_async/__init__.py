"""What the adapters do with a memory."""
