package io.oxgraph.guard;

/** A memory node that a transaction takes out of memory: deleted, or without the label. */
record Dead(String workspaceId, String id, String kind) {}
