package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Keys;
import io.oxgraph.recall.Filter;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.time.Validity;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.neo4j.graphdb.Node;

/** A memory as it stands in the graph. */
record NodeMemory(Properties properties) implements MemoryItem {
    private static final String RECORDED_AT = "recorded_at";
    private static final String CONFIDENCE = "confidence";
    private static final Instant OPEN = Validity.OPEN.toInstant();
    private static final String[] READ = {
        Keys.ID,
        "type",
        "status",
        "policy",
        "subject_id",
        "object_id",
        "predicate",
        "topic_key",
        "content",
        CONFIDENCE,
        "rank_weight",
        "valid_from",
        "valid_to",
        "valid_to_history",
        "valid_to_known_at",
        RECORDED_AT,
        "retired_at",
        "last_accessed_at",
        "access_count",
        "evidence",
    };

    /** Without its vectors, which are long. */
    static NodeMemory of(Node node) {
        return new NodeMemory(new Properties(node.getProperties(READ)));
    }

    /** What the filter asks for, all of it. */
    boolean passes(Filter filter) {
        return confidence() >= filter.confidenceFloor()
                && (filter.types().isEmpty() || filter.types().contains(type()))
                && !status().equals("forgotten")
                && (filter.asOf() == null ? holdsNow(filter) : heldAt(filter.asOf()));
    }

    private boolean holdsNow(Filter filter) {
        return filter.historical() || (status().equals("active") && validTo().isAfter(filter.now()));
    }

    private boolean heldAt(Filter.AsOf asOf) {
        ZonedDateTime known = asOf.known().atZone(ZoneOffset.UTC);
        ZonedDateTime end =
                Validity.validToAt(properties.times("valid_to_history"), properties.times("valid_to_known_at"), known);
        return !recordedAt().isAfter(asOf.known())
                && properties.time("retired_at", OPEN).isAfter(asOf.known())
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
        return properties.text("predicate");
    }

    @Override
    public String topicKey() {
        return properties.text("topic_key");
    }

    @Override
    public String content() {
        return properties.text("content");
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
        return properties.texts("evidence");
    }
}
