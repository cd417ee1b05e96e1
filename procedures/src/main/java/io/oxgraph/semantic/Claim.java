package io.oxgraph.semantic;

import java.time.ZonedDateTime;

/**
 * What of a memory never changes and the rules ask for.
 *
 * @param subjectId '' without a subject
 * @param predicate '' without one
 * @param objectId null without an object
 * @param topicKey null without one
 * @param contentHash SHA-256 of the normalised content
 */
record Claim(
        String id,
        String type,
        String policy,
        String subjectId,
        String predicate,
        String objectId,
        String topicKey,
        String contentHash,
        ZonedDateTime recordedAt) {
    static final String EVENT = "event";
    static final String TASK = "task";
    static final String ENTITY = "entity";
    /** The policy of 003's user memory; the other is freshness. */
    static final String CONFIDENCE = "confidence";

    boolean isEvent() {
        return type.equals(EVENT);
    }

    /** What it says of its subject: the object, or the words. */
    String value() {
        return objectId == null ? contentHash : objectId;
    }

    /** Whether both speak of the same kind of thing about the same subject. */
    boolean sameMatter(Claim other) {
        return type.equals(other.type) && subjectId.equals(other.subjectId);
    }
}
