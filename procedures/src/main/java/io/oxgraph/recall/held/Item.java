package io.oxgraph.recall.held;

/** What is held of one node. It never changes; a node that changed gets another. */
abstract class Item {
    /** An object's header, and its fields of all kinds together. */
    private static final int OBJECT = 240;

    /** A text beside its characters, and an array beside its numbers. */
    private static final int HEADER = 48;

    private final String node;
    private final String id;

    /**
     * @param node the node's element id
     * @param id the memory id
     */
    Item(String node, String id) {
        this.node = node;
        this.id = id;
    }

    final String node() {
        return node;
    }

    public final String id() {
        return id;
    }

    /** How many bytes of the heap it takes, about. */
    long bytes() {
        return OBJECT + size(node) + size(id);
    }

    static long size(String text) {
        return text == null ? 0 : HEADER + text.length();
    }
}
