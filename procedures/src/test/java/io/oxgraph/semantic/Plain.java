package io.oxgraph.semantic;

import io.oxgraph.input.Vectors;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.LazyFields;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** Builds memories without a graph, by default of Anna's homes. */
final class Plain {
    static final ZonedDateTime NOW = MemoryGraph.day(1_000);
    static final Settings SETTINGS = Settings.of(Map.of());
    private static final Map<String, Predicate> PREDICATES = Map.of(
            "lives_in",
            new Predicate(true, 0.8),
            "colour",
            new Predicate(true, 0.2),
            "likes",
            new Predicate(false, 0.3));

    private String type = "fact";
    private String policy = "freshness";
    private String subject = "anna";
    private String predicate = "lives_in";
    private String object;
    private String topic;
    private String content = "something";
    private double confidence = 1;
    private ZonedDateTime validTo = Validity.OPEN;
    private ZonedDateTime statedAt;
    private boolean assumed;
    private float[] vector;

    static Plain memory(String content) {
        Plain plain = new Plain();
        plain.content = content;
        return plain;
    }

    static Plain home(String place) {
        return memory("Anna lives in " + place).object(place);
    }

    static Conflicts conflicts(ChangeSet changes) {
        return new Conflicts(name -> PREDICATES.getOrDefault(name, Predicate.UNKNOWN), Settings.of(Map.of()), changes);
    }

    static ZonedDateTime day(double day) {
        return MemoryGraph.day(day);
    }

    Plain type(String given) {
        type = given;
        return this;
    }

    Plain policy(String given) {
        policy = given;
        return this;
    }

    Plain subject(String given) {
        subject = given;
        return this;
    }

    Plain predicate(String given) {
        predicate = given;
        return this;
    }

    Plain object(String given) {
        object = given;
        return this;
    }

    Plain topic(String given) {
        topic = given;
        return this;
    }

    Plain confidence(double given) {
        confidence = given;
        return this;
    }

    Plain until(double day) {
        validTo = day(day);
        return this;
    }

    Plain stated(double day) {
        statedAt = day(day);
        return this;
    }

    /** Without a given start, validity begins at the time of the statement. */
    Plain assumed() {
        assumed = true;
        return this;
    }

    Plain vector(double degrees) {
        vector = Vectors.unit(Vectors.read(MemoryGraph.vector(degrees)));
        return this;
    }

    /** A memory valid from a day; its id is the place or the text, for readability. */
    Memory since(double day) {
        Assertion assertion = new Assertion(
                object == null ? content : object,
                "",
                type,
                policy,
                subject,
                predicate,
                object,
                topic,
                Identifiers.sha256(Normaliser.normalise(content)),
                day(day));
        Memory memory = new Memory(assertion, LazyFields.of(content, vector));
        memory.confidence = confidence;
        memory.validFromAssumed = assumed;
        memory.statedValidTo = validTo;
        memory.begin(day(day), validTo, day(day));
        memory.lastStatedAt = statedAt == null ? day(day) : statedAt;
        memory.lastAccessedAt = day(day);
        memory.reinforcedAt = day(day);
        return memory;
    }

    static List<String> ids(Iterable<Memory> memories) {
        List<String> ids = new java.util.ArrayList<>();
        memories.forEach(memory -> ids.add(memory.id()));
        return ids;
    }
}
