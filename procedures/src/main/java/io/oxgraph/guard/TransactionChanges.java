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
 * The memory nodes of a transaction, sorted by what happened to them. A node's labels are read once, so that a
 * transaction without memory nodes costs one look at each node it touched.
 *
 * @param created new memory nodes
 * @param adopted nodes that stood before and became memory nodes
 * @param changed memory nodes, before and after, with another label or property
 * @param scopeEdits changes of id and workspace_id on nodes that stood before, of memory or not
 */
record TransactionChanges(
        Set<Node> created, Set<Node> adopted, Set<Node> changed, List<PropertyEntry<Node>> scopeEdits) {

    static TransactionChanges of(TransactionData data) {
        Collector collector = new Collector(data);
        collector.collect();
        return collector.changes;
    }

    /** Every memory node that this transaction leaves different. */
    Set<Node> touched() {
        Set<Node> all = new LinkedHashSet<>(asMade());
        all.addAll(adopted);
        all.addAll(changed);
        return all;
    }

    /**
     * The new nodes in the order in which they were made, as far as the database gives rising ids: what one call does
     * in steps at one time, such as to restore and then to supersede, is told in that order.
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
        private final TransactionChanges changes =
                new TransactionChanges(new HashSet<>(), new HashSet<>(), new HashSet<>(), new ArrayList<>());
        private final Set<Node> newNodes = new HashSet<>();
        private final Map<Node, Boolean> memory = new HashMap<>();

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
            if (node.hasLabel(Labels.MEM)) {
                changes.created.add(node);
            }
        }

        private void adopted(LabelEntry entry) {
            if (isMem(entry.label()) && !newNodes.contains(entry.node())) {
                changes.adopted.add(entry.node());
            }
        }

        private void labelled(LabelEntry entry) {
            changed(entry.node());
        }

        /** A value that was there already is no change. */
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

        /** Notes the node when it is of memory; true when it stood before and still stands. */
        private boolean changed(Node node) {
            if (newNodes.contains(node) || data.isDeleted(node)) {
                return false;
            }
            if (!changes.adopted.contains(node) && memory.computeIfAbsent(node, n -> n.hasLabel(Labels.MEM))) {
                changes.changed.add(node);
            }
            return true;
        }

        private static boolean isScope(String key) {
            return Keys.WORKSPACE_ID.equals(key) || Keys.ID.equals(key);
        }

        private static boolean isMem(Label label) {
            return Labels.MEM.name().equals(label.name());
        }
    }

    /** The nodes whose rows show a relationship that came or went. */
    static final class RelationshipOwners {
        /** Whether it is the start of such a relationship, or else its end. */
        private static final Map<String, Boolean> STARTS = Map.of(
                Relations.CONTAINS.name(),
                true,
                Relations.INJECTED.name(),
                false,
                Relations.SUPERSEDED_BY.name(),
                true);

        private final TransactionData data;
        private final Set<Node> owners = new LinkedHashSet<>();
        private final Map<Node, Boolean> standing = new HashMap<>();

        private RelationshipOwners(TransactionData data) {
            this.data = data;
        }

        /** Those that stand after this transaction. */
        static Set<Node> in(TransactionData data) {
            RelationshipOwners owners = new RelationshipOwners(data);
            data.createdRelationships().forEach(owners::see);
            data.deletedRelationships().forEach(owners::see);
            return owners.owners;
        }

        private void see(Relationship relationship) {
            Boolean start = STARTS.get(relationship.getType().name());
            if (start != null) {
                Node owner = start ? relationship.getStartNode() : relationship.getEndNode();
                if (standing.computeIfAbsent(owner, node -> !data.isDeleted(node) && node.hasLabel(Labels.MEM))) {
                    owners.add(owner);
                }
            }
        }
    }
}
