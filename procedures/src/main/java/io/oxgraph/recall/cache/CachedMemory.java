package io.oxgraph.recall.cache;

import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.Postings.TermCounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** A cached memory. */
final class CachedMemory extends CachedDocument<CachedMemory> implements MemoryItem {
    private static final int TIMES = 200;

    private final MemoryFields fields;

    CachedMemory(String node, String id, QuantizedVector vector, TermCounts words, MemoryFields fields) {
        super(node, id, vector, words);
        this.fields = fields;
    }

    /** Whether the memory is accepted by the filter. */
    boolean passes(MemoryFilter filter) {
        boolean wanted = fields.confidence() >= filter.confidenceFloor()
                && (filter.types().isEmpty() || filter.types().contains(fields.type()));
        return wanted && (filter.asOf() == null ? holds(filter) : fields.heldAt(filter.asOf()));
    }

    private boolean holds(MemoryFilter filter) {
        return filter.historical()
                || (fields.status().equals("active") && fields.validTo().isAfter(filter.now()));
    }

    @Override
    public Optional<Node> node(Transaction tx) {
        return Lookup.byElementId(tx, node());
    }

    boolean isAbout(String entityId) {
        return fields.subjectId().equals(entityId) || fields.objectId().equals(entityId);
    }

    @Override
    public String userId() {
        return fields.userId();
    }

    /** The agent that remembered it; '' without one. */
    String agentId() {
        return fields.agentId();
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
    public int compareTo(CachedMemory other) {
        return id().compareTo(other.id());
    }

    @Override
    long bytes() {
        long evidence = fields.evidence().stream().mapToLong(CachedItem::size).sum();
        return super.bytes() + TIMES + size(fields.content()) + evidence;
    }

    @Override
    public String toString() {
        return "memory " + id() + " " + fields;
    }

    /**
     * The properties of a memory that ranking and filters need.
     *
     * @param userId '' where it is shared
     * @param agentId '' without one
     * @param retiredAt null when it is not retired
     * @param ends successive ends of validity as they were recorded; empty when no history was kept
     * @param knownAts recorded time of each end
     * @param ages whether freshness applies
     */
    record MemoryFields(
            String userId,
            String agentId,
            String type,
            String status,
            String subjectId,
            String objectId,
            String predicate,
            String topicKey,
            String content,
            double confidence,
            double rankWeight,
            Instant validFrom,
            Instant validTo,
            Instant lastAccessedAt,
            long accessCount,
            boolean ages,
            List<String> evidence,
            Instant recordedAt,
            Instant retiredAt,
            List<Instant> ends,
            List<Instant> knownAts) {

        /** Whether the memory was valid at a valid time as known at a recorded time (bitemporal). */
        boolean heldAt(MemoryFilter.AsOf asOf) {
            boolean known = !recordedAt.isAfter(asOf.known()) && (retiredAt == null || retiredAt.isAfter(asOf.known()));
            return known && !validFrom.isAfter(asOf.valid()) && endedLater(asOf);
        }

        private boolean endedLater(MemoryFilter.AsOf asOf) {
            if (ends.isEmpty()) {
                return validTo.isAfter(asOf.valid());
            }
            for (int i = Math.min(ends.size(), knownAts.size()) - 1; i >= 0; i--) {
                if (!knownAts.get(i).isAfter(asOf.known())) {
                    return ends.get(i).isAfter(asOf.valid());
                }
            }
            return false;
        }
    }
}
