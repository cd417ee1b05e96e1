package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * The memory nodes that a transaction created, adopted or changed. A node's labels are read once, so that a
 * transaction without memory nodes costs one label look-up per changed node.
 *
 * @param created new memory nodes
 * @param adopted existing nodes that became memory nodes
 * @param changed memory nodes with a changed label or property
 * @param scopeEdits changes of id and workspace_id on existing nodes, memory nodes or not
 * @param labels of all created, adopted and changed nodes, as they are now
 */
record TransactionChanges(
        Set<Node> created,
        Set<Node> adopted,
        Set<Node> changed,
        List<PropertyEntry<Node>> scopeEdits,
        Map<Node, NodeLabels> labels) {

    static TransactionChanges of(TransactionData data) {
        Collector collector = new Collector(data);
        collector.collect();
        return collector.changes;
    }

    /** All created, adopted and changed memory nodes. */
    Set<Node> touched() {
        Set<Node> all = new LinkedHashSet<>(asMade());
        all.addAll(adopted);
        all.addAll(changed);
        return all;
    }

    /**
     * The new nodes in order of creation, as far as the database assigns ascending ids, so that the change feed
     * reports the steps of one call (such as restore, then supersede) in order.
     */
    private List<Node> asMade() {
        return created.stream()
                .map(node -> Map.entry(number(node), node))
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static long number(Node node) {
        String id = node.getElementId();
        return Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
    }

    private static final class Collector {
        private final TransactionData data;
        private final TransactionChanges changes = new TransactionChanges(
                new HashSet<>(), new HashSet<>(), new HashSet<>(), new ArrayList<>(), new HashMap<>());
        private final Set<Node> newNodes = new HashSet<>();

        private Collector(TransactionData data) {
            this.data = data;
        }

        private void collect() {
            data.createdNodes().forEach(this::created);
            data.assignedLabels().forEach(this::adopted);
            data.assignedLabels().forEach(this::labelled);
            data.removedLabels().forEach(this::labelled);
            data.assignedNodeProperties().forEach(this::assigned);
            data.removedNodeProperties().forEach(this::edited);
        }

        private void created(Node node) {
            newNodes.add(node);
            if (labels(node).memory()) {
                changes.created.add(node);
            }
        }

        private void adopted(LabelEntry entry) {
            if (isMem(entry.label()) && !newNodes.contains(entry.node())) {
                changes.adopted.add(entry.node());
                labels(entry.node());
            }
        }

        private void labelled(LabelEntry entry) {
            changed(entry.node());
        }

        /** Setting a property to its old value is no change. */
        private void assigned(PropertyEntry<Node> entry) {
            if (!Objects.deepEquals(entry.previouslyCommittedValue(), entry.value())) {
                edited(entry);
            }
        }

        private void edited(PropertyEntry<Node> entry) {
            Node node = entry.entity();
            if (changed(node) && isScope(entry.key())) {
                changes.scopeEdits.add(entry);
            }
        }

        /** Records a changed memory node; true when the node existed before and is not deleted. */
        private boolean changed(Node node) {
            if (newNodes.contains(node) || data.isDeleted(node)) {
                return false;
            }
            if (!changes.adopted.contains(node) && labels(node).memory()) {
                changes.changed.add(node);
            }
            return true;
        }

        private NodeLabels labels(Node node) {
            return changes.labels.computeIfAbsent(node, NodeLabels::of);
        }

        private static boolean isScope(String key) {
            return Keys.WORKSPACE_ID.equals(key) || Keys.ID.equals(key);
        }

        private static boolean isMem(Label label) {
            return Labels.MEM.name().equals(label.name());
        }
    }

    /**
     * The nodes to which a created, changed or deleted relationship belongs: of all types of memory, and of the edges that
     * oxgraph made between entities. Who copies a node together with its relationships finds by {@code rev} what changed.
     */
    static final class RelationshipOwners {
        /** The types on which the served properties of a node depend. */
        private static final Set<String> SERVED =
                Set.of(Relations.CONTAINS.name(), Relations.INJECTED.name(), Relations.SUPERSEDED_BY.name());

        private final TransactionData data;
        /** Whether an import commits, whose nodes are new: they get a revision for what the change feed serves alone. */
        private final boolean importing;

        private final Set<Node> owners = new LinkedHashSet<>();
        private final Map<Node, Boolean> standing = new HashMap<>();

        private RelationshipOwners(TransactionData data, boolean importing) {
            this.data = data;
            this.importing = importing;
        }

        /** The owners that are not deleted. */
        static Set<Node> in(TransactionData data, boolean importing) {
            RelationshipOwners owners = new RelationshipOwners(data, importing);
            data.createdRelationships().forEach(owners::see);
            data.deletedRelationships().forEach(owners::see);
            data.assignedRelationshipProperties().forEach(owners::seeAssigned);
            data.removedRelationshipProperties().forEach(owners::seeRemoved);
            return owners.owners;
        }

        private void see(Relationship relationship) {
            String type = relationship.getType().name();
            if (importing ? SERVED.contains(type) : Relations.isOfMemory(type)) {
                add(relationship, type);
            }
        }

        private void seeAssigned(PropertyEntry<Relationship> entry) {
            Relationship relationship = entry.entity();
            see(relationship);
            if (Relations.EDGE_ID.equals(entry.key()) || relationship.hasProperty(Relations.EDGE_ID)) {
                add(relationship, relationship.getType().name());
            }
        }

        /** Of a deleted relationship all properties are removed. */
        private void seeRemoved(PropertyEntry<Relationship> entry) {
            Relationship relationship = entry.entity();
            see(relationship);
            if (Relations.EDGE_ID.equals(entry.key())
                    || (!data.isDeleted(relationship) && relationship.hasProperty(Relations.EDGE_ID))) {
                add(relationship, relationship.getType().name());
            }
        }

        private void add(Relationship relationship, String type) {
            Node owner = Relations.belongsToEnd(type) ? relationship.getEndNode() : relationship.getStartNode();
            if (standing.computeIfAbsent(owner, node -> !data.isDeleted(node) && node.hasLabel(Labels.MEM))) {
                owners.add(owner);
            }
        }
    }
}
