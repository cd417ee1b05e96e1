package io.oxgraph.recall.cache;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Scope;
import io.oxgraph.input.Vectors;
import io.oxgraph.recall.EntityItem;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.cache.CachedEntity.EntityFields;
import io.oxgraph.recall.cache.CachedItem.CachedAlias;
import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.CachedItem.DeletedConversation;
import io.oxgraph.recall.cache.CachedMemory.Access;
import io.oxgraph.recall.cache.CachedMemory.MemoryFields;
import io.oxgraph.recall.cache.CachedText.CachedEpisode;
import io.oxgraph.recall.cache.CachedText.CachedMessage;
import io.oxgraph.recall.cache.CachedText.EpisodeFields;
import io.oxgraph.recall.cache.CachedText.MessageFields;
import io.oxgraph.recall.cache.Postings.TermCounts;
import io.oxgraph.recall.cache.Vocabulary.TextAnalysis;
import io.oxgraph.time.Validity;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;

/**
 * Converts a node to a cached item. Nodes written by hand may lack properties; a node that lacks what search needs
 * gives no item.
 *
 * <p>The vector slot alone says which model a vector is of: a change of the model writes the other slot, while the
 * node's embedding_model already names the next one.
 */
final class NodeReader {
    private static final String NONE = "";
    /** Property of the entities that recall can return; the others' vectors are not read. */
    private static final String TERM = "workspace_term";

    private final String workspaceId;
    private final String slot;
    private final Vocabulary vocabulary;
    private final Map<String, String[]> keys;

    NodeReader(String workspaceId, String slot, Vocabulary vocabulary) {
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.vocabulary = vocabulary;
        this.keys = Map.of(
                Labels.MEMORY.name(),
                keys(
                        "user_id agent_id type status policy subject_id object_id predicate topic_key content keywords confidence rank_weight"
                                + " valid_from valid_from_assumed valid_to valid_to_history valid_to_known_at last_accessed_at access_count"
                                + " evidence recorded_at retired_at "
                                + slot),
                Labels.MESSAGE.name(),
                keys("user_id agent_id conversation_id position role speaker text said_at episode_id " + slot),
                Labels.EPISODE.name(),
                keys("user_id conversation_id summary started_at ended_at turn_count deleted_at " + slot),
                Labels.CONVERSATION.name(),
                keys("user_id conversation_id deleted_at"),
                Labels.QUESTION.name(),
                keys("user_id memory_id " + slot),
                Labels.ALIAS.name(),
                keys("key entity_id"),
                Labels.ENTITY.name(),
                keys(
                        "node_id name private_to merged_into deleted_at type description connection shown_properties workspace_term"));
    }

    private static String[] keys(String beside) {
        return (Keys.ID + " " + Keys.WORKSPACE_ID + " " + beside).split(" ");
    }

    /** Returns the node's item; null when it is no searchable kind. */
    CachedItem read(Node node) {
        String kind = null;
        boolean isMem = false;
        for (Label label : node.getLabels()) {
            isMem |= label.equals(Labels.MEM);
            kind = keys.containsKey(label.name()) ? label.name() : kind;
        }
        return isMem && kind != null ? read(node, kind) : null;
    }

    private CachedItem read(Node node, String kind) {
        Map<String, Object> properties = node.getProperties(keys.get(kind));
        if (properties.containsKey(TERM) && kind.equals(Labels.ENTITY.name()) && node.hasProperty(slot)) {
            properties.put(slot, node.getProperty(slot));
        }
        boolean here =
                workspaceId.equals(properties.get(Keys.WORKSPACE_ID)) && properties.get(Keys.ID) instanceof String;
        return here ? read(node.getElementId(), kind, properties) : null;
    }

    private CachedItem read(String node, String kind, Map<String, Object> properties) {
        return switch (kind) {
            case "memory" -> memory(node, properties);
            case "message" -> message(node, properties);
            case "episode" -> episode(node, properties);
            case "conversation" -> conversation(node, properties);
            case "question" -> question(node, properties);
            case "alias" -> alias(node, properties);
            default -> entity(node, properties);
        };
    }

    static boolean isForgotten(Object status) {
        return "forgotten".equals(status);
    }

    /** Forgotten memories are never found, so their words do not count in BM25 either. */
    private CachedItem memory(String node, Map<String, Object> properties) {
        if (!(properties.get("recorded_at") instanceof ZonedDateTime recorded)
                || isForgotten(properties.get("status"))) {
            return null;
        }
        Instant recordedAt = recorded.toInstant();
        String content = text(properties, "content", NONE);
        MemoryFields fields = new MemoryFields(
                shared(properties, Scope.USER_ID),
                shared(properties, Scope.AGENT_ID),
                shared(properties, "type"),
                shared(properties, "status"),
                shared(properties, "subject_id"),
                shared(properties, "object_id"),
                shared(properties, "predicate"),
                shared(properties, "topic_key"),
                content,
                number(properties, "confidence", 1).doubleValue(),
                number(properties, "rank_weight", 1).doubleValue(),
                time(properties, "valid_from", recordedAt),
                Boolean.TRUE.equals(properties.get("valid_from_assumed")),
                time(properties, "valid_to", Validity.OPEN.toInstant()),
                !"confidence".equals(properties.get("policy")),
                texts(properties, "evidence"),
                recordedAt,
                time(properties, "retired_at", null),
                times(properties, "valid_to_history"),
                times(properties, "valid_to_known_at"));
        TermCounts words =
                TextAnalysis.learn(content + "\n" + String.join("\n", texts(properties, "keywords")), vocabulary);
        Access access = new Access(
                time(properties, Access.LAST, recordedAt),
                number(properties, Access.COUNT, 0).longValue());
        return new CachedMemory(node, id(properties), vector(properties), words, fields, access);
    }

    private CachedItem message(String node, Map<String, Object> properties) {
        if (!(properties.get("conversation_id") instanceof String conversation)
                || !(properties.get("position") instanceof Number position)
                || MessageItem.ERASED.equals(properties.get("text"))) {
            return null;
        }
        String speaker = properties.get("speaker") instanceof String given ? vocabulary.share(given) : null;
        String text = text(properties, "text", NONE);
        MessageFields fields = new MessageFields(
                number(properties, conversation),
                shared(properties, Scope.USER_ID),
                shared(properties, Scope.AGENT_ID),
                vocabulary.share(conversation),
                position.longValue(),
                shared(properties, "role"),
                speaker,
                text,
                time(properties, "said_at", Instant.EPOCH),
                properties.get("episode_id") instanceof String episode ? vocabulary.share(episode) : null);
        TermCounts words = TextAnalysis.learn(MessageItem.searched(speaker, text), vocabulary);
        return new CachedMessage(node, id(properties), vector(properties), words, fields);
    }

    private CachedItem episode(String node, Map<String, Object> properties) {
        String summary = text(properties, "summary", NONE);
        if (!(properties.get("conversation_id") instanceof String conversation)
                || !(properties.get("ended_at") instanceof ZonedDateTime ended)
                || properties.containsKey("deleted_at")
                || MessageItem.ERASED.equals(summary)) {
            return null;
        }
        EpisodeFields fields = new EpisodeFields(
                number(properties, conversation),
                shared(properties, Scope.USER_ID),
                vocabulary.share(conversation),
                summary,
                time(properties, "started_at", ended.toInstant()),
                ended.toInstant(),
                number(properties, "turn_count", 0).longValue());
        return new CachedEpisode(
                node, id(properties), vector(properties), TextAnalysis.learn(summary, vocabulary), fields);
    }

    /** Cached only while it is being deleted. */
    private CachedItem conversation(String node, Map<String, Object> properties) {
        return properties.get("conversation_id") instanceof String conversation && properties.containsKey("deleted_at")
                ? new DeletedConversation(node, id(properties), number(properties, conversation))
                : null;
    }

    private CachedItem question(String node, Map<String, Object> properties) {
        return properties.get("memory_id") instanceof String memoryId
                ? new CachedQuestion(
                        node, id(properties), vector(properties), memoryId, shared(properties, Scope.USER_ID))
                : null;
    }

    private CachedItem alias(String node, Map<String, Object> properties) {
        return properties.get("key") instanceof String key && properties.get("entity_id") instanceof String entityId
                ? new CachedAlias(node, id(properties), key, vocabulary.share(entityId))
                : null;
    }

    private CachedItem entity(String node, Map<String, Object> properties) {
        if (!properties.containsKey("node_id")) {
            return null;
        }
        String id = vocabulary.share(id(properties));
        String mergedInto = properties.get("merged_into") instanceof String other ? other : null;
        String name = String.valueOf(properties.getOrDefault("name", id));
        CachedEntity named = CachedEntity.ofName(
                node, id, name, shared(properties, Scope.PRIVATE_TO), mergedInto, properties.containsKey("deleted_at"));
        boolean isResult = properties.containsKey(TERM) && !EntityItem.USER.equals(properties.get("type"));
        return isResult ? described(named, properties) : named;
    }

    private CachedEntity described(CachedEntity named, Map<String, Object> properties) {
        EntityFields fields = new EntityFields(
                text(properties, "node_id", NONE),
                shared(properties, "type"),
                text(properties, "description", NONE),
                shared(properties, "connection"),
                texts(properties, "shown_properties"));
        String text = String.join("\n", named.name(), fields.nodeId(), fields.type(), fields.description())
                + "\n"
                + String.join("\n", fields.shown());
        return named.with(fields, vector(properties), TextAnalysis.learn(text, vocabulary));
    }

    private int number(Map<String, Object> properties, String conversation) {
        return vocabulary.learnConversation(
                new ConversationKey(shared(properties, Scope.USER_ID), vocabulary.share(conversation)));
    }

    private QuantizedVector vector(Map<String, Object> properties) {
        Object value = properties.get(slot);
        boolean isVector = value instanceof float[] || value instanceof double[];
        return isVector ? QuantizedVector.of(Vectors.stored(value)) : null;
    }

    private static String id(Map<String, Object> properties) {
        return (String) properties.get(Keys.ID);
    }

    private String shared(Map<String, Object> properties, String key) {
        return vocabulary.share(text(properties, key, NONE));
    }

    private static String text(Map<String, Object> properties, String key, String fallback) {
        return properties.get(key) instanceof String text ? text : fallback;
    }

    private static List<String> texts(Map<String, Object> properties, String key) {
        return properties.get(key) instanceof String[] texts ? List.of(texts) : List.of();
    }

    private static Number number(Map<String, Object> properties, String key, Number fallback) {
        return properties.get(key) instanceof Number number ? number : fallback;
    }

    private static Instant time(Map<String, Object> properties, String key, Instant fallback) {
        return properties.get(key) instanceof ZonedDateTime time ? time.toInstant() : fallback;
    }

    private static List<Instant> times(Map<String, Object> properties, String key) {
        return properties.get(key) instanceof ZonedDateTime[] times
                ? Arrays.stream(times).map(ZonedDateTime::toInstant).toList()
                : List.of();
    }
}
