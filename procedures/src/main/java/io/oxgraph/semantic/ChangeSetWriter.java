package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.semantic.ChangeSet.TransitionInputs;
import io.oxgraph.semantic.IdentityMap.MemoryNodes;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/** Writes the changes of a call at its end, since index reads in a transaction with own changes are slow. */
final class ChangeSetWriter {
    private final Transaction tx;
    private final String workspaceId;
    private final IdentityMap identityMap;
    private final ChangeSet changes;
    private final Map<Memory, Node> made = new HashMap<>();

    ChangeSetWriter(Transaction tx, String workspaceId, IdentityMap identityMap, ChangeSet changes) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.identityMap = identityMap;
        this.changes = changes;
    }

    /** Writes the change set; call after new memories have nodes. */
    void write() {
        lockChanged();
        changes.changed().stream()
                .filter(memory -> identityMap.stored(memory) != null)
                .forEach(this::update);
        changes.removed().forEach(this::remove);
        changes.added().forEach(edge -> node(edge.from()).createRelationshipTo(node(edge.to()), type(edge)));
        changes.transitions().forEach(this::write);
    }

    /** Creates the node of a new memory; {@code more} sets its immutable properties. */
    Node create(Memory memory, Consumer<Node> more) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, memory.id());
        node.setProperty(Keys.CREATED_AT, changes.now());
        more.accept(node);
        MemoryNodes.state(memory).forEach((key, value) -> set(node, key, value));
        // Labels come last: each property set on a labelled node updates all its indexes.
        if (!memory.assertion().type().equals(Assertion.ENTITY)) {
            node.addLabel(Label.label(memory.assertion().type()));
        }
        node.addLabel(Labels.MEMORY);
        node.addLabel(Labels.MEM);
        made.put(memory, node);
        return node;
    }

    private void lockChanged() {
        Set<Node> nodes = new LinkedHashSet<>();
        changes.changed().forEach(memory -> addStored(memory, nodes));
        changes.added().forEach(edge -> addStored(edge.to(), nodes));
        changes.removed().forEach(edge -> addStored(edge.to(), nodes));
        SubjectLocks.inOrder(tx, nodes);
    }

    private void addStored(Memory memory, Set<Node> nodes) {
        IdentityMap.Stored stored = identityMap.stored(memory);
        if (stored != null) {
            nodes.add(stored.node());
        }
    }

    private void update(Memory memory) {
        IdentityMap.Stored stored = identityMap.stored(memory);
        Node node = stored.node();
        MemoryNodes.state(memory).forEach((key, value) -> {
            if (!Objects.deepEquals(value, stored.state().get(key))) {
                set(node, key, key.equals(MemoryNodes.LAST_ACCESSED_AT) ? later(node, (ZonedDateTime) value) : value);
            }
        });
    }

    /** Touching a memory sets it too, without the subject's lock. */
    private static ZonedDateTime later(Node node, ZonedDateTime value) {
        return Validity.later((ZonedDateTime) node.getProperty(MemoryNodes.LAST_ACCESSED_AT, value), value);
    }

    static void set(Node node, String key, Object value) {
        if (value != null) {
            node.setProperty(key, value);
        } else if (node.hasProperty(key)) {
            node.removeProperty(key);
        }
    }

    private void remove(ChangeSet.Edge edge) {
        for (Relationship old : node(edge.from()).getRelationships(Direction.OUTGOING, type(edge))) {
            if (old.getEndNode().equals(node(edge.to()))) {
                old.delete();
            }
        }
    }

    private Node node(Memory memory) {
        IdentityMap.Stored stored = identityMap.stored(memory);
        return stored == null ? made.get(memory) : stored.node();
    }

    private static RelationshipType type(ChangeSet.Edge edge) {
        return edge.kind() == ChangeSet.Kind.CONTRADICTS ? Relations.CONTRADICTS : Relations.SUPERSEDED_BY;
    }

    private void write(ChangeSet.Transition transition) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, transition.id() == null ? UUID.randomUUID().toString() : transition.id());
        node.setProperty(Keys.CREATED_AT, changes.now());
        node.setProperty("at", changes.now());
        node.setProperty("subject_id", transition.memory().id());
        node.setProperty("subject_kind", "memory");
        node.setProperty("rule", transition.rule().text());
        if (transition.from() != null) {
            node.setProperty("from_status", transition.from().text());
        }
        set(node, "run_id", changes.runId());
        node.setProperty("to_status", transition.to().text());
        node.setProperty("inputs", TransitionInputs.json(transition.inputs()));
        node.addLabel(Labels.TRANSITION);
        node.addLabel(Labels.MEM);
    }
}
