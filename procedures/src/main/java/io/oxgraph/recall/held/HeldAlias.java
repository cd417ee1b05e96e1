package io.oxgraph.recall.held;

/** A name of an entity. */
final class HeldAlias extends Item {
    private final String key;
    private final String entityId;

    HeldAlias(String node, String id, String key, String entityId) {
        super(node, id);
        this.key = key;
        this.entityId = entityId;
    }

    String key() {
        return key;
    }

    String entityId() {
        return entityId;
    }

    @Override
    long bytes() {
        return super.bytes() + size(key);
    }

    @Override
    public String toString() {
        return "alias " + id() + " " + key + " of " + entityId;
    }
}
