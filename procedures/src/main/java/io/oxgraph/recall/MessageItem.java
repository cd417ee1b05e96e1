package io.oxgraph.recall;

import java.time.Instant;

/** A message as far as ranking needs it. */
public interface MessageItem {
    String id();

    String conversationId();

    /** Its place in the conversation, from 0. */
    long position();

    String role();

    /** Null where nobody is named. */
    String speaker();

    String text();

    Instant saidAt();

    /** When it began, where it took longer than a moment. */
    default Instant startedAt() {
        return saidAt();
    }

    /** The episode that sums it up while it is kept; null without. */
    default String episodeId() {
        return null;
    }

    /** What its form tells; who holds it knows it already. */
    default TurnTraits traits() {
        return TurnTraits.of(speaker(), text());
    }
}
