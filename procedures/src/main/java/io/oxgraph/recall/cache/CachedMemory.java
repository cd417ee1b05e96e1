package io.oxgraph.recall.cache;

import io.oxgraph.recall.LineTraits;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.KeyIndex.ItemKey;
import io.oxgraph.recall.cache.Postings.TermCounts;
import io.oxgraph.recall.cache.Validities.Validity;
import java.time.Instant;
import java.util.List;

/** A cached memory. */
final class CachedMemory extends CachedDocument<CachedMemory> implements MemoryItem {
    private static final int TIMES = 200;

    private final MemoryFields fields;
    private volatile Access access;
    private volatile List<String> contradictions;

    CachedMemory(String node, String id, QuantizedVector vector, TermCounts words, MemoryFields fields, Access access) {
        super(node, id, vector, words);
        this.fields = fields;
        this.access = access;
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

    /** Which others contradict it, whatever their status; null while nobody asked. */
    List<String> contradictions() {
        return contradictions;
    }

    void contradictions(List<String> ids) {
        contradictions = ids;
    }

    /** It was read, and nothing else of it has changed. */
    void accessed(Access change) {
        access = access.then(change);
    }

    @Override
    List<String> keys(ItemKey kind) {
        return switch (kind) {
            case ENTITY -> List.of(fields.subjectId(), fields.objectId());
            case TOPIC -> List.of(fields.topicKey());
            case PREDICATE -> List.of(fields.predicate());
        };
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
    public LineTraits line() {
        return line(content());
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
    public boolean validFromAssumed() {
        return fields.validFromAssumed();
    }

    @Override
    public Instant validTo() {
        return fields.validTo();
    }

    @Override
    public Instant lastAccessedAt() {
        return access.last();
    }

    @Override
    public long accessCount() {
        return access.count();
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
    Validity validity() {
        return new Validity(fields.validFrom(), fields.validTo(), isEvent());
    }

    @Override
    public int compareTo(CachedMemory other) {
        return id().compareTo(other.id());
    }

    @Override
    long bytes() {
        long evidence = fields.evidence().stream().mapToLong(CachedItem::size).sum();
        return super.bytes() + TIMES + Validities.BYTES + size(fields.content()) + evidence;
    }

    @Override
    public String toString() {
        return "memory " + id() + " " + fields + " " + access;
    }

    /**
     * When a memory was read last, and how often; for a change, each is null where it stays as it was.
     */
    record Access(Instant last, Long count) {
        static final String LAST = "last_accessed_at";
        static final String COUNT = "access_count";
        /** Changes nothing. */
        static final Access UNCHANGED = new Access(null, null);

        Access then(Access change) {
            return new Access(change.last == null ? last : change.last, change.count == null ? count : change.count);
        }
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
            boolean validFromAssumed,
            Instant validTo,
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
