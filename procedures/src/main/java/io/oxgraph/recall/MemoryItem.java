package io.oxgraph.recall;

import java.time.Instant;
import java.util.List;

/** A memory as far as ranking needs it; the texts that only results show are read for those alone. */
public interface MemoryItem {
    String id();

    String type();

    String status();

    String subjectId();

    /** Empty where there is none. */
    String objectId();

    String predicate();

    String topicKey();

    String content();

    double confidence();

    /** Its weight among what contradicts it; 1 without. */
    double rankWeight();

    Instant validFrom();

    Instant validTo();

    Instant lastAccessedAt();

    long accessCount();

    /** Whether freshness counts: not where it follows the policy confidence, which ages by itself. */
    default boolean ages() {
        return true;
    }

    /** The ids of messages and other sources that it came from. */
    List<String> evidence();
}
