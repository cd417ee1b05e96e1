package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.PredicateNames;
import io.oxgraph.graph.Relations;
import io.oxgraph.input.Vectors;
import io.oxgraph.semantic.Embeddings.VectorSlot;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.LazyFields;
import io.oxgraph.semantic.Memory.MemoryLinks;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.text.Wording;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** The identity map of a call: each memory, stored or new, is loaded once. */
final class IdentityMap {
    private final Transaction tx;
    private final String workspaceId;
    private final VectorSlot slot;
    private final PredicateNames names;
    private final Map<String, Memory> byId = new HashMap<>();
    private final Map<Memory, Stored> stored = new LinkedHashMap<>();

    IdentityMap(Transaction tx, String workspaceId, VectorSlot slot, PredicateNames names) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.names = names;
    }

    /** A memory's node and its stored state, as in {@link MemoryNodes#state}. */
    record Stored(Node node, Map<String, Object> state) {}

    /** The memory with this id, stored or new. */
    Optional<Memory> find(String id) {
        Memory known = byId.get(id);
        return known != null
                ? Optional.of(known)
                : Lookup.byId(tx, Labels.MEMORY, workspaceId, id).map(this::of);
    }

    void add(Memory fresh) {
        byId.put(fresh.id(), fresh);
    }

    /** The stored state; null for a new memory. */
    Stored stored(Memory memory) {
        return stored.get(memory);
    }

    Memory of(Node node) {
        Memory known = byId.get((String) node.getProperty(Keys.ID));
        return known != null ? known : read(node);
    }

    private Memory read(Node node) {
        Map<String, Object> properties = MemoryNodes.read(node);
        LazyFields lazy =
                new LazyFields(() -> (String) node.getProperty("content"), () -> vector(node), () -> links(node));
        Memory memory = MemoryNodes.of(properties, lazy, names);
        byId.put(memory.id(), memory);
        stored.put(memory, new Stored(node, MemoryNodes.state(memory)));
        return memory;
    }

    /** From the slot in use, whose vectors are of one model while the other slot is being filled. */
    private float[] vector(Node node) {
        Object value = node.getProperty(slot.property(), null);
        return value == null ? null : Vectors.unit(Vectors.stored(value));
    }

    private MemoryLinks links(Node node) {
        MemoryLinks links = new MemoryLinks();
        for (Relationship edge : node.getRelationships(Direction.OUTGOING, Relations.SUPERSEDED_BY)) {
            links.later().add(of(edge.getEndNode()));
        }
        for (Relationship edge : node.getRelationships(Relations.CONTRADICTS)) {
            links.opposed().add(of(edge.getOtherNode(node)));
        }
        return links;
    }

    /** Maps memories from and to node properties. */
    static final class MemoryNodes {
        static final String USER_ID = "user_id";
        static final String SUBJECT_ID = "subject_id";
        static final String PREDICATE = "predicate";
        static final String TOPIC_KEY = "topic_key";
        static final String CONTENT_HASH = "content_hash";
        static final String STATUS = "status";
        static final String LAST_ACCESSED_AT = "last_accessed_at";
        static final String ACCESS_COUNT = "access_count";

        private static final String NONE = "";
        private static final String[] READ = {
            Keys.ID,
            USER_ID,
            "type",
            "policy",
            SUBJECT_ID,
            PREDICATE,
            "object_id",
            TOPIC_KEY,
            CONTENT_HASH,
            "recorded_at",
            STATUS,
            "confidence",
            "repetitions",
            "rank_weight",
            "needs_review",
            ACCESS_COUNT,
            "valid_from",
            "valid_from_assumed",
            "valid_to",
            "stated_valid_to",
            "valid_to_history",
            "valid_to_known_at",
            "last_stated_at",
            LAST_ACCESSED_AT,
            "reinforced_at",
            "retired_at",
            "superseded_at",
            "superseded_from",
            "expired_at",
            "forgotten_at",
            "evidence",
        };

        private MemoryNodes() {}

        /** Reads the properties that rules need, without content and vectors, which are long. */
        static Map<String, Object> read(Node node) {
            return node.getProperties(READ);
        }

        static Memory of(Map<String, Object> properties, LazyFields lazy, PredicateNames names) {
            Memory memory = new Memory(assertion(properties, names), lazy);
            memory.status = Status.of((String) properties.get(STATUS));
            memory.confidence = number(properties, "confidence", 1).doubleValue();
            memory.repetitions = number(properties, "repetitions", 1).longValue();
            memory.rankWeight = number(properties, "rank_weight", 1).doubleValue();
            memory.needsReview = Boolean.TRUE.equals(properties.get("needs_review"));
            memory.accessCount = number(properties, ACCESS_COUNT, 0).longValue();
            memory.validFromAssumed = Boolean.TRUE.equals(properties.get("valid_from_assumed"));
            ZonedDateTime end = time(properties, "valid_to", Validity.OPEN);
            memory.statedValidTo = time(properties, "stated_valid_to", Validity.OPEN);
            memory.valid(
                    time(properties, "valid_from", memory.assertion().recordedAt()),
                    end,
                    times(properties, "valid_to_history"),
                    times(properties, "valid_to_known_at"));
            memory.lastStatedAt =
                    time(properties, "last_stated_at", memory.assertion().recordedAt());
            memory.lastAccessedAt =
                    time(properties, LAST_ACCESSED_AT, memory.assertion().recordedAt());
            memory.reinforcedAt =
                    time(properties, "reinforced_at", memory.assertion().recordedAt());
            memory.retiredAt = time(properties, "retired_at", null);
            memory.supersededAt = time(properties, "superseded_at", null);
            memory.supersededFrom = time(properties, "superseded_from", null);
            memory.expiredAt = time(properties, "expired_at", null);
            memory.forgottenAt = time(properties, "forgotten_at", null);
            memory.evidence().addAll(Arrays.asList((String[]) properties.getOrDefault("evidence", new String[0])));
            return memory;
        }

        /** Predicate and topic_key are those of today's wording, in whatever one they were stored. */
        private static Assertion assertion(Map<String, Object> properties, PredicateNames names) {
            String topic = (String) properties.get(TOPIC_KEY);
            return new Assertion(
                    (String) properties.get(Keys.ID),
                    (String) properties.getOrDefault(USER_ID, NONE),
                    (String) properties.get("type"),
                    (String) properties.get("policy"),
                    (String) properties.getOrDefault(SUBJECT_ID, NONE),
                    names.resolve((String) properties.getOrDefault(PREDICATE, NONE)),
                    (String) properties.get("object_id"),
                    topic == null ? null : Wording.topic(topic),
                    (String) properties.get(CONTENT_HASH),
                    time(properties, "recorded_at", null));
        }

        /** The mutable properties to store; null values are removed. */
        static Map<String, Object> state(Memory memory) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put(STATUS, memory.status.text());
            state.put("confidence", memory.confidence);
            state.put("repetitions", memory.repetitions);
            state.put("rank_weight", memory.rankWeight);
            state.put("needs_review", memory.needsReview ? Boolean.TRUE : null);
            state.put(ACCESS_COUNT, memory.accessCount);
            state.put("valid_from", memory.validFrom);
            state.put("valid_from_assumed", memory.validFromAssumed ? Boolean.TRUE : null);
            state.put("valid_to", memory.validTo());
            state.put("stated_valid_to", memory.statedValidTo);
            state.put("valid_to_history", memory.validToHistory().toArray(ZonedDateTime[]::new));
            state.put("valid_to_known_at", memory.validToKnownAt().toArray(ZonedDateTime[]::new));
            state.put("last_stated_at", memory.lastStatedAt);
            state.put(LAST_ACCESSED_AT, memory.lastAccessedAt);
            state.put("reinforced_at", memory.reinforcedAt);
            state.put("retired_at", memory.retiredAt);
            state.put("superseded_at", memory.supersededAt);
            state.put("superseded_from", memory.supersededFrom);
            state.put("expired_at", memory.expiredAt);
            state.put("forgotten_at", memory.forgottenAt);
            state.put("evidence", memory.evidence().toArray(String[]::new));
            return state;
        }

        private static Number number(Map<String, Object> properties, String key, Number otherwise) {
            return properties.get(key) instanceof Number number ? number : otherwise;
        }

        private static ZonedDateTime time(Map<String, Object> properties, String key, ZonedDateTime otherwise) {
            return properties.get(key) instanceof ZonedDateTime time ? time : otherwise;
        }

        private static List<ZonedDateTime> times(Map<String, Object> properties, String key) {
            return properties.get(key) instanceof ZonedDateTime[] times ? Arrays.asList(times) : List.of();
        }
    }
}
