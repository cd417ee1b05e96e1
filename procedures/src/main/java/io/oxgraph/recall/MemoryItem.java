package io.oxgraph.recall;

import java.time.Instant;
import java.util.List;

/** What ranking needs of a memory; properties that only results show are read for the results alone. */
public interface MemoryItem {
    String id();

    String type();

    /** The user whose memory it is; '' where it is shared. */
    default String userId() {
        return "";
    }

    String status();

    String subjectId();

    /** Empty when there is none. */
    String objectId();

    String predicate();

    String topicKey();

    String content();

    /** What choosing the lines of a context needs of its content; the cache computes it once. */
    default LineTraits line() {
        return LineTraits.of(content());
    }

    double confidence();

    /** Rank weight from unresolved contradictions, 0 to 1; 1 without any. */
    double rankWeight();

    Instant validFrom();

    /** Whether nobody said from when it holds, so that it was taken from when it was said or recorded. */
    boolean validFromAssumed();

    Instant validTo();

    /** Whether it has no duration. */
    default boolean isEvent() {
        return type().equals("event");
    }

    Instant lastAccessedAt();

    long accessCount();

    /** Whether freshness applies: not under the confidence policy, whose confidence decays already. */
    default boolean ages() {
        return true;
    }

    /** Ids of the messages and other sources it was derived from. */
    List<String> evidence();
}
