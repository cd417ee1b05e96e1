package io.oxgraph.recall;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** What ranking needs of a memory; properties that only results show are read for the results alone. */
public interface MemoryItem {
    String id();

    /** Its node, with the properties that only results show; empty where it is gone. */
    Optional<Node> node(Transaction tx);

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

    double confidence();

    /** Rank weight from unresolved contradictions, 0 to 1; 1 without any. */
    double rankWeight();

    Instant validFrom();

    Instant validTo();

    Instant lastAccessedAt();

    long accessCount();

    /** Whether freshness applies: not under the confidence policy, whose confidence decays already. */
    default boolean ages() {
        return true;
    }

    /** Ids of the messages and other sources it was derived from. */
    List<String> evidence();
}
