package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.input.Vectors;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** The memories that a call knows: those of the graph, each read once, and those that it makes. */
final class Picture {
    private final Transaction tx;
    private final String workspaceId;
    private final Slot slot;
    private final Map<String, Memory> byId = new HashMap<>();
    private final Map<Memory, Stored> stored = new LinkedHashMap<>();

    Picture(Transaction tx, String workspaceId, Slot slot) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.slot = slot;
    }

    /** A memory's node and what of it stood there, as {@link MemoryNodes#state} gives it. */
    record Stored(Node node, Map<String, Object> state) {}

    /** The memory of this id, from the graph or new. */
    Optional<Memory> find(String id) {
        Memory known = byId.get(id);
        return known != null
                ? Optional.of(known)
                : Lookup.byId(tx, Labels.MEMORY, workspaceId, id).map(this::of);
    }

    void add(Memory fresh) {
        byId.put(fresh.id(), fresh);
    }

    /** Null for a new one. */
    Stored stored(Memory memory) {
        return stored.get(memory);
    }

    Memory of(Node node) {
        Memory known = byId.get((String) node.getProperty(Keys.ID));
        return known != null ? known : read(node);
    }

    private Memory read(Node node) {
        Map<String, Object> properties = MemoryNodes.read(node);
        Backing backing =
                new Backing(() -> (String) node.getProperty("content"), () -> vector(node), () -> links(node));
        Memory memory = MemoryNodes.of(properties, backing);
        byId.put(memory.id(), memory);
        stored.put(memory, new Stored(node, MemoryNodes.state(memory)));
        return memory;
    }

    /** Of the slot that is read: its vectors are of one model, also while the other slot is being filled. */
    private float[] vector(Node node) {
        Object value = node.getProperty(slot.property(), null);
        return value == null ? null : Vectors.unit(Vectors.stored(value));
    }

    private Links links(Node node) {
        Links links = new Links();
        for (Relationship edge : node.getRelationships(Direction.OUTGOING, Relations.SUPERSEDED_BY)) {
            links.later().add(of(edge.getEndNode()));
        }
        for (Relationship edge : node.getRelationships(Relations.CONTRADICTS)) {
            links.opposed().add(of(edge.getOtherNode(node)));
        }
        return links;
    }
}
