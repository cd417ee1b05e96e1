package io.oxgraph.recall.held;

/** A conversation that is being deleted: what is left of it is found no more. */
final class HeldDeletion extends Item {
    private final int conversation;

    HeldDeletion(String node, String id, int conversation) {
        super(node, id);
        this.conversation = conversation;
    }

    /** The conversation's number. */
    int conversation() {
        return conversation;
    }
}
