package io.oxgraph.recall.held;

import io.oxgraph.recall.Filter;
import io.oxgraph.recall.MemoryItem;
import java.time.Instant;
import java.util.List;

/** A memory as it is held. */
final class HeldMemory extends Doc<HeldMemory> implements MemoryItem {
    private static final int TIMES = 200;

    private final MemoryFields fields;

    HeldMemory(String node, String id, Fixed vector, Words words, MemoryFields fields) {
        super(node, id, vector, words);
        this.fields = fields;
    }

    /** Whether it may be found. */
    boolean passes(Filter filter) {
        boolean wanted = fields.confidence() >= filter.confidenceFloor()
                && (filter.types().isEmpty() || filter.types().contains(fields.type()));
        return wanted && (filter.asOf() == null ? holds(filter) : fields.heldAt(filter.asOf()));
    }

    private boolean holds(Filter filter) {
        return filter.historical()
                || (fields.status().equals("active") && fields.validTo().isAfter(filter.now()));
    }

    boolean isAbout(String entityId) {
        return fields.subjectId().equals(entityId) || fields.objectId().equals(entityId);
    }

    @Override
    public String type() {
        return fields.type();
    }

    @Override
    public String status() {
        return fields.status();
    }

    @Override
    public String subjectId() {
        return fields.subjectId();
    }

    @Override
    public String objectId() {
        return fields.objectId();
    }

    @Override
    public String predicate() {
        return fields.predicate();
    }

    @Override
    public String topicKey() {
        return fields.topicKey();
    }

    @Override
    public String content() {
        return fields.content();
    }

    @Override
    public double confidence() {
        return fields.confidence();
    }

    @Override
    public double rankWeight() {
        return fields.rankWeight();
    }

    @Override
    public Instant validFrom() {
        return fields.validFrom();
    }

    @Override
    public Instant validTo() {
        return fields.validTo();
    }

    @Override
    public Instant lastAccessedAt() {
        return fields.lastAccessedAt();
    }

    @Override
    public long accessCount() {
        return fields.accessCount();
    }

    @Override
    public boolean ages() {
        return fields.ages();
    }

    @Override
    public List<String> evidence() {
        return fields.evidence();
    }

    @Override
    public int compareTo(HeldMemory other) {
        return id().compareTo(other.id());
    }

    @Override
    long bytes() {
        long evidence = fields.evidence().stream().mapToLong(Item::size).sum();
        return super.bytes() + TIMES + size(fields.content()) + evidence;
    }

    @Override
    public String toString() {
        return "memory " + id() + " " + fields;
    }
}
