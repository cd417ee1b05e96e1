package io.oxgraph.working;

import io.oxgraph.model.SlotResults.SlotResult;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.neo4j.graphdb.Transaction;
import org.neo4j.logging.NullLog;

/** A test's slots with their own heartbeats; times are seconds since the start of the test. */
final class Slots {
    private static final String SET =
            """
            MERGE (n:_mem:slot {workspace_id: $w, id: $id})
            SET n.user_id = '', n.conversation_id = $conversation, n.name = $name, n.value = $value, n.version = $version,
                n.ttl_seconds = $ttl, n.expires_at = $now + duration({seconds: $ttl})
            """;

    private final TestGraph graph;
    private final String conversation;
    private final PendingHeartbeats heartbeats;
    private final HeartbeatWriter refresher;

    Slots(TestGraph graph) {
        this(graph, "talk", new PendingHeartbeats());
    }

    private Slots(TestGraph graph, String conversation, PendingHeartbeats heartbeats) {
        this.graph = graph;
        this.conversation = conversation;
        this.heartbeats = heartbeats;
        this.refresher = new HeartbeatWriter(graph.database(), heartbeats, NullLog.getInstance());
    }

    /** Another conversation's. */
    Slots in(String other) {
        return new Slots(graph, other, heartbeats);
    }

    TestGraph graph() {
        return graph;
    }

    String id(String name) {
        return Identifiers.stableId(graph.workspaceId(), "slot", List.of(conversation, name));
    }

    /** At the test's begin. */
    void set(String name, String value, long ttl) {
        set(name, value, ttl, TestGraph.NOW);
    }

    void set(String name, String value, long ttl, ZonedDateTime now) {
        graph.run(
                SET,
                "id",
                id(name),
                "conversation",
                conversation,
                "name",
                name,
                "value",
                value,
                "ttl",
                ttl,
                "version",
                UUID.randomUUID().toString(),
                "now",
                now);
    }

    private SlotOwner owner() {
        return new SlotOwner("", conversation);
    }

    List<String> get(long second, String... names) {
        return read(second, set -> set.get(owner(), List.of(names)));
    }

    List<String> all(long second) {
        return read(second, set -> set.get(owner(), null));
    }

    private List<String> read(long second, Function<WorkingSet, List<SlotResult>> work) {
        return within(second, work).stream()
                .map(slot -> slot.name() + "=" + slot.value())
                .sorted()
                .toList();
    }

    long delete(long second, String... names) {
        return within(second, set -> set.delete(owner(), List.of(names))).deleted();
    }

    long clear(long second) {
        return within(second, set -> set.delete(owner(), null)).deleted();
    }

    long sweep(long second, long batch) {
        return within(second, set -> set.sweep(batch)).swept();
    }

    private <T> T within(long second, Function<WorkingSet, T> work) {
        try (Transaction tx = graph.database().beginTx()) {
            T found = work.apply(in(tx, second));
            tx.commit();
            return found;
        }
    }

    /** The working set in a transaction that is open. */
    WorkingSet in(Transaction tx, long second) {
        return new WorkingSet(tx, heartbeats, graph.workspaceId(), TestGraph.NOW.plusSeconds(second));
    }

    void flush() {
        refresher.flush();
    }

    /** Heartbeats not written yet. */
    int waiting() {
        return heartbeats.waiting().size();
    }

    /** The end in the graph, in seconds. */
    long end(String name) {
        ZonedDateTime end =
                graph.value("MATCH (n:slot {workspace_id: $w, id: $id}) RETURN n.expires_at", "id", id(name));
        return Duration.between(TestGraph.NOW, end).toSeconds();
    }

    /** Number of slots in the workspace, expired or not. */
    long count() {
        return graph.<Long>value("MATCH (n:slot {workspace_id: $w}) RETURN count(n)");
    }
}
