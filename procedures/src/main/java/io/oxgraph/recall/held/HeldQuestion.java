package io.oxgraph.recall.held;

/** A question that a memory answers. */
final class HeldQuestion extends Doc<HeldQuestion> {
    private final String memoryId;

    HeldQuestion(String node, String id, Fixed vector, String memoryId) {
        super(node, id, vector, Words.NONE);
        this.memoryId = memoryId;
    }

    String memoryId() {
        return memoryId;
    }

    @Override
    public int compareTo(HeldQuestion other) {
        return id().compareTo(other.id());
    }
}
