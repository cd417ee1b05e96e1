package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
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

/** Writes what a call changed, all at its end: indexes look at a transaction's own changes again at every question. */
final class Writer {
    private final Transaction tx;
    private final String workspaceId;
    private final Picture picture;
    private final Journal journal;
    private final Map<Memory, Node> made = new HashMap<>();

    Writer(Transaction tx, String workspaceId, Picture picture, Journal journal) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.picture = picture;
        this.journal = journal;
    }

    /** To be called once new memories have their nodes. */
    void write() {
        lockChanged();
        journal.changed().stream()
                .filter(memory -> picture.stored(memory) != null)
                .forEach(this::update);
        journal.removed().forEach(this::remove);
        journal.added().forEach(edge -> node(edge.from()).createRelationshipTo(node(edge.to()), type(edge)));
        journal.transitions().forEach(this::write);
    }

    /** Makes the node of a new memory; {@code more} sets the properties that rules never change. */
    Node create(Memory memory, Consumer<Node> more) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, memory.id());
        node.setProperty(Keys.CREATED_AT, journal.now());
        more.accept(node);
        MemoryNodes.state(memory).forEach((key, value) -> set(node, key, value));
        // Last, because every property set on a labelled node has all its indexes looked at again.
        if (!memory.claim().type().equals(Claim.ENTITY)) {
            node.addLabel(Label.label(memory.claim().type()));
        }
        node.addLabel(Labels.MEMORY);
        node.addLabel(Labels.MEM);
        made.put(memory, node);
        return node;
    }

    private void lockChanged() {
        Set<Node> nodes = new LinkedHashSet<>();
        journal.changed().forEach(memory -> addStored(memory, nodes));
        journal.added().forEach(edge -> addStored(edge.to(), nodes));
        journal.removed().forEach(edge -> addStored(edge.to(), nodes));
        SubjectLocks.inOrder(tx, nodes);
    }

    private void addStored(Memory memory, Set<Node> nodes) {
        Picture.Stored stored = picture.stored(memory);
        if (stored != null) {
            nodes.add(stored.node());
        }
    }

    private void update(Memory memory) {
        Picture.Stored stored = picture.stored(memory);
        Node node = stored.node();
        MemoryNodes.state(memory).forEach((key, value) -> {
            if (!Objects.deepEquals(value, stored.state().get(key))) {
                set(node, key, key.equals(MemoryNodes.LAST_ACCESSED_AT) ? later(node, (ZonedDateTime) value) : value);
            }
        });
    }

    /** Reading counts as access too, and does not wait for writers of the subject. */
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

    private void remove(Journal.Edge edge) {
        for (Relationship old : node(edge.from()).getRelationships(Direction.OUTGOING, type(edge))) {
            if (old.getEndNode().equals(node(edge.to()))) {
                old.delete();
            }
        }
    }

    private Node node(Memory memory) {
        Picture.Stored stored = picture.stored(memory);
        return stored == null ? made.get(memory) : stored.node();
    }

    private static RelationshipType type(Journal.Edge edge) {
        return edge.kind() == Journal.Kind.CONTRADICTS ? Relations.CONTRADICTS : Relations.SUPERSEDED_BY;
    }

    private void write(Journal.Transition transition) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, transition.id() == null ? UUID.randomUUID().toString() : transition.id());
        node.setProperty(Keys.CREATED_AT, journal.now());
        node.setProperty("at", journal.now());
        node.setProperty("subject_id", transition.memory().id());
        node.setProperty("subject_kind", "memory");
        node.setProperty("rule", transition.rule().text());
        if (transition.from() != null) {
            node.setProperty("from_status", transition.from().text());
        }
        node.setProperty("to_status", transition.to().text());
        node.setProperty("inputs", Inputs.json(transition.inputs()));
        node.addLabel(Labels.TRANSITION);
        node.addLabel(Labels.MEM);
    }
}
