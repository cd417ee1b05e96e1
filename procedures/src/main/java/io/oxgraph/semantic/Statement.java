package io.oxgraph.semantic;

import java.time.ZonedDateTime;
import java.util.List;

/**
 * What somebody states, checked. Fields that may be missing are null; the lists never are.
 *
 * @param predicate '' without one
 * @param validFrom null where it was not said
 * @param validTo null where no end was said
 * @param embedding null without one
 * @param supersedes ids of memories that it replaces, whatever the rules say
 * @param correction whether those were wrong from the start
 */
record Statement(
        String id,
        String type,
        String content,
        Party subject,
        Party object,
        String predicate,
        String topicKey,
        List<String> keywords,
        String category,
        double confidence,
        String policy,
        ZonedDateTime validFrom,
        ZonedDateTime validTo,
        ZonedDateTime statedAt,
        List<String> evidence,
        String sessionId,
        String source,
        Embedding embedding,
        List<String> supersedes,
        boolean correction,
        Judgements judgements) {

    /** Whom it is about: a name or an id, and the ontology's type where it was said. */
    record Party(String name, String id, String type) {}

    /** Tasks are not embedded. */
    boolean isEmbedded() {
        return embedding != null && !type.equals(Claim.TASK);
    }
}
