package io.oxgraph.recall.held;

import io.oxgraph.recall.Filter;
import java.time.Instant;
import java.util.List;

/**
 * What ranking and filters need of a memory.
 *
 * @param retiredAt null where it is not
 * @param ends of its validity as they were known in turn; empty where that was not kept
 * @param knownAts since when each was
 * @param ages whether its freshness counts
 */
record MemoryFields(
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

    /** Whether it held at one time as it was known at another. */
    boolean heldAt(Filter.AsOf asOf) {
        boolean known = !recordedAt.isAfter(asOf.known()) && (retiredAt == null || retiredAt.isAfter(asOf.known()));
        return known && !validFrom.isAfter(asOf.valid()) && endedLater(asOf);
    }

    private boolean endedLater(Filter.AsOf asOf) {
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
