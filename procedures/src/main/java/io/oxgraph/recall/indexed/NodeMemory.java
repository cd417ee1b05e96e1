package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Scope;
import io.oxgraph.recall.Contradictions;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.time.Validity;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;

/** A memory read from its node: short properties at once, the others on demand. */
final class NodeMemory implements MemoryItem {
    private static final String RECORDED_AT = "recorded_at";
    private static final String CONFIDENCE = "confidence";
    private static final Instant OPEN = Validity.OPEN.toInstant();
    /** Short properties only: long ones are stored apart and cost a page read each. */
    private static final String[] READ = {
        Keys.ID,
        Scope.USER_ID,
        Scope.AGENT_ID,
        "type",
        "status",
        "policy",
        "subject_id",
        "object_id",
        CONFIDENCE,
        "rank_weight",
        "valid_from",
        "valid_to",
        RECORDED_AT,
        "last_accessed_at",
        "access_count",
    };

    private final Node node;
    private final Properties properties;

    private NodeMemory(Node node) {
        this.node = node;
        properties = new Properties(node.getProperties(READ));
    }

    static NodeMemory of(Node node) {
        return new NodeMemory(node);
    }

    /** The ids of the active memories that contradict it; none when it was deleted meanwhile. */
    List<String> contradictions() {
        try {
            return Contradictions.of(node)
                    .filter(other -> "active".equals(other.getProperty("status", "")))
                    .limit(Contradictions.MOST)
                    .map(other -> (String) other.getProperty(Keys.ID))
                    .sorted()
                    .toList();
        } catch (NotFoundException e) {
            return List.of();
        }
    }

    /** Reads further properties; none when the node was deleted meanwhile. */
    private Properties late(String... keys) {
        try {
            return new Properties(node.getProperties(keys));
        } catch (NotFoundException e) {
            return new Properties(Map.of());
        }
    }

    /** Whether it is read in a scope. */
    boolean isRead(Scope scope) {
        return scope.reads(userId(), properties.text(Scope.AGENT_ID));
    }

    /** Whether the filter accepts the memory. */
    boolean passes(MemoryFilter filter) {
        return confidence() >= filter.confidenceFloor()
                && (filter.types().isEmpty() || filter.types().contains(type()))
                && !status().equals("forgotten")
                && (filter.asOf() == null ? holdsNow(filter) : heldAt(filter.asOf()));
    }

    private boolean holdsNow(MemoryFilter filter) {
        return filter.historical() || (status().equals("active") && validTo().isAfter(filter.now()));
    }

    private boolean heldAt(MemoryFilter.AsOf asOf) {
        ZonedDateTime known = asOf.known().atZone(ZoneOffset.UTC);
        Properties past = late("valid_to_history", "valid_to_known_at", "retired_at");
        ZonedDateTime end = Validity.validToAt(past.times("valid_to_history"), past.times("valid_to_known_at"), known);
        return !recordedAt().isAfter(asOf.known())
                && past.time("retired_at", OPEN).isAfter(asOf.known())
                && !validFrom().isAfter(asOf.valid())
                && end != null
                && end.toInstant().isAfter(asOf.valid());
    }

    private Instant recordedAt() {
        return properties.time(RECORDED_AT, Instant.EPOCH);
    }

    @Override
    public String id() {
        return properties.text(Keys.ID);
    }

    @Override
    public String userId() {
        return properties.text(Scope.USER_ID);
    }

    @Override
    public String type() {
        return properties.text("type");
    }

    @Override
    public String status() {
        return properties.text("status");
    }

    @Override
    public String subjectId() {
        return properties.text("subject_id");
    }

    @Override
    public String objectId() {
        return properties.text("object_id");
    }

    @Override
    public String predicate() {
        return late("predicate").text("predicate");
    }

    @Override
    public String topicKey() {
        return late("topic_key").text("topic_key");
    }

    @Override
    public String content() {
        return late("content").text("content");
    }

    @Override
    public double confidence() {
        return properties.number(CONFIDENCE, 1);
    }

    @Override
    public double rankWeight() {
        return properties.number("rank_weight", 1);
    }

    @Override
    public Instant validFrom() {
        return properties.time("valid_from", recordedAt());
    }

    @Override
    public boolean validFromAssumed() {
        return Boolean.TRUE.equals(late("valid_from_assumed").map().get("valid_from_assumed"));
    }

    @Override
    public Instant validTo() {
        return properties.time("valid_to", OPEN);
    }

    @Override
    public Instant lastAccessedAt() {
        return properties.time("last_accessed_at", recordedAt());
    }

    @Override
    public long accessCount() {
        return (long) properties.number("access_count", 0);
    }

    @Override
    public boolean ages() {
        return !properties.text("policy").equals(CONFIDENCE);
    }

    @Override
    public List<String> evidence() {
        return late("evidence").texts("evidence");
    }

    /** Typed access to the properties of a node. */
    record Properties(Map<String, Object> map) {
        String text(String key) {
            return map.get(key) instanceof String text ? text : "";
        }

        double number(String key, double fallback) {
            return map.get(key) instanceof Number number ? number.doubleValue() : fallback;
        }

        Instant time(String key, Instant fallback) {
            return map.get(key) instanceof ZonedDateTime time ? time.toInstant() : fallback;
        }

        List<String> texts(String key) {
            return map.get(key) instanceof String[] texts ? Arrays.asList(texts) : List.of();
        }

        List<ZonedDateTime> times(String key) {
            return map.get(key) instanceof ZonedDateTime[] times ? Arrays.asList(times) : List.of();
        }
    }
}
