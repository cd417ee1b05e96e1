package io.oxgraph.semantic;

import io.oxgraph.entity.Resolution;
import io.oxgraph.semantic.Embeddings.Embedding;
import io.oxgraph.semantic.Memory.Assertion;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/**
 * A validated statement to remember. Optional fields may be null; lists are never null.
 *
 * @param userId the user to whom it belongs; '' where it is shared
 * @param agentId the agent that remembers it; null when not given
 * @param predicate '' when there is none
 * @param policy null when not given
 * @param validFrom start of validity; null when not given
 * @param validTo end of validity; null when not given
 * @param embedding null when there is none
 * @param supersedes ids of memories that it explicitly replaces
 * @param correction whether those memories were wrong from the start
 * @param stated the predicate as it was stated, where it is a synonym; otherwise null
 */
record Statement(
        String id,
        String userId,
        String agentId,
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
        ModelJudgements judgements,
        String stated) {

    static final String CALLER = "caller";

    /** A subject or object: a name or an id, and its type if given. */
    record Party(String name, String id, String type) {}

    /** With the predicate that its own one names, and the topic of its choice where it has no other. */
    Statement meaning(String resolved, String topic) {
        return new Statement(
                id,
                userId,
                agentId,
                type,
                content,
                subject,
                object,
                resolved,
                topic,
                keywords,
                category,
                confidence,
                policy,
                validFrom,
                validTo,
                statedAt,
                evidence,
                sessionId,
                source,
                embedding,
                supersedes,
                correction,
                judgements,
                predicate.equals(resolved) ? null : predicate);
    }

    /** Whether it was extracted from messages. */
    boolean isExtracted() {
        return !source.equals(CALLER);
    }

    /** Whether it has a vector to store; tasks are not embedded. */
    boolean isEmbedded() {
        return embedding != null && !type.equals(Assertion.TASK);
    }

    /**
     * Judgements of a language model, given or requested.
     *
     * @param wanted whether to return undecided cases for a model to judge
     * @param judged memory id → whether it is a duplicate
     * @param entityJudged name → id of the entity it means, '' for a new one
     */
    record ModelJudgements(boolean wanted, Map<String, Boolean> judged, Map<String, String> entityJudged) {
        static final ModelJudgements NONE = new ModelJudgements(false, Map.of(), Map.of());
    }

    /**
     * A statement with its resolved subject and object.
     *
     * @param item index in the batch
     * @param subject null when there is none
     * @param object null when there is none
     */
    record ResolvedStatement(int item, Statement statement, Resolution subject, Resolution object) {
        private static final String USER = "user";
        /** Prefix of the node_id of the user of one conversation, who has no id and is not met again. */
        private static final String ANONYMOUS = "conversation:";

        String subjectId() {
            return subject == null ? "" : subject.entityId();
        }

        String objectId() {
            return object == null ? null : object.entityId();
        }

        /** The policy given, or else that of user memory for facts and preferences that users stated of themselves. */
        String policy() {
            if (statement.policy() != null) {
                return statement.policy();
            }
            boolean lasting =
                    statement.type().equals(Assertion.FACT) || statement.type().equals(Assertion.PREFERENCE);
            return lasting && statement.isExtracted() && isOfUser() ? Assertion.CONFIDENCE : Assertion.FRESHNESS;
        }

        private boolean isOfUser() {
            if (subject == null || subject.entity() == null) {
                return false;
            }
            String nodeId = (String) subject.entity().getProperty("node_id", "");
            return USER.equals(subject.entity().getProperty("type", null)) && !nodeId.startsWith(ANONYMOUS);
        }
    }
}
