package io.oxgraph.guard;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.event.TransactionData;

/** The nodes whose rows show a relationship that came or went. */
final class Owners {
    /** Whether it is the start of such a relationship, or else its end. */
    private static final Map<String, Boolean> STARTS = Map.of(
            Relations.CONTAINS.name(), true, Relations.INJECTED.name(), false, Relations.SUPERSEDED_BY.name(), true);

    private final TransactionData data;
    private final Set<Node> owners = new LinkedHashSet<>();
    private final Map<Node, Boolean> standing = new HashMap<>();

    private Owners(TransactionData data) {
        this.data = data;
    }

    /** Those that stand after this transaction. */
    static Set<Node> in(TransactionData data) {
        Owners owners = new Owners(data);
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
