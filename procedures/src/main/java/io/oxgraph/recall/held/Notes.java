package io.oxgraph.recall.held;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/** The nodes of a transaction that are, were or become something that is held, by workspace. */
final class Notes {
    private static final Set<String> KINDS = Set.of(
            Labels.MEMORY.name(),
            Labels.MESSAGE.name(),
            Labels.EPISODE.name(),
            Labels.CONVERSATION.name(),
            Labels.QUESTION.name(),
            Labels.ALIAS.name(),
            Labels.ENTITY.name());

    private final TransactionData data;
    private final Predicate<String> isHeld;
    private final Set<Node> seen = new HashSet<>();
    private final Map<String, Set<String>> nodes = new HashMap<>();

    private Notes(TransactionData data, Predicate<String> isHeld) {
        this.data = data;
        this.isHeld = isHeld;
    }

    /** @param isHeld which workspaces matter */
    static Map<String, Set<String>> of(TransactionData data, Predicate<String> isHeld) {
        Notes notes = new Notes(data, isHeld);
        data.createdNodes().forEach(notes::look);
        data.assignedNodeProperties().forEach(entry -> notes.look(entry.entity()));
        data.assignedLabels().forEach(entry -> notes.look(entry.node()));
        Set<Node> unlabelled = notes.unlabelled();
        data.removedNodeProperties().forEach(entry -> notes.lost(entry, unlabelled));
        return notes.nodes;
    }

    private void look(Node node) {
        if (seen.add(node) && !data.isDeleted(node)) {
            Object workspaceId = node.getProperty(Keys.WORKSPACE_ID, null);
            if (matters(workspaceId) && isKind(node)) {
                note(workspaceId, node);
            }
        }
    }

    private boolean matters(Object workspaceId) {
        return workspaceId instanceof String id && isHeld.test(id);
    }

    private static boolean isKind(Node node) {
        for (Label label : node.getLabels()) {
            if (KINDS.contains(label.name())) {
                return true;
            }
        }
        return false;
    }

    /** Nodes that lost a label that counts, the deleted ones among them. */
    private Set<Node> unlabelled() {
        Set<Node> unlabelled = new HashSet<>();
        for (LabelEntry entry : data.removedLabels()) {
            String label = entry.label().name();
            if (KINDS.contains(label) || Labels.MEM.name().equals(label)) {
                unlabelled.add(entry.node());
                if (!data.isDeleted(entry.node())) {
                    note(entry.node().getProperty(Keys.WORKSPACE_ID, null), entry.node());
                }
            }
        }
        return unlabelled;
    }

    /** Of a node that is deleted or released, this alone tells whose it was. */
    private void lost(PropertyEntry<Node> entry, Set<Node> unlabelled) {
        boolean isDeleted = data.isDeleted(entry.entity());
        if (!isDeleted) {
            look(entry.entity());
        }
        if (Keys.WORKSPACE_ID.equals(entry.key()) && (!isDeleted || unlabelled.contains(entry.entity()))) {
            note(entry.previouslyCommittedValue(), entry.entity());
        }
    }

    private void note(Object workspaceId, Node node) {
        if (matters(workspaceId)) {
            nodes.computeIfAbsent((String) workspaceId, key -> new HashSet<>()).add(node.getElementId());
        }
    }
}
