package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.input.FieldReader;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * What an agent is about to do, checked.
 *
 * @param targets ids of the nodes it is about
 * @param actionType null when not known
 * @param targetNodeType null when not known
 * @param sessionId whose actions lead up to it; null when not known
 * @param limit null for the workspace's
 */
record InjectRequest(List<String> targets, String actionType, String targetNodeType, String sessionId, Long limit) {
    private static final Set<String> FIELDS =
            Set.of("targets", "action_type", "target_node_type", "limit", "session_id");
    private static final int NAME = 200;
    private static final int IDENTIFIER = 512;
    private static final int TARGETS = 100;

    static InjectRequest read(Map<String, Object> map, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, "", now);
        fields.allowOnly(FIELDS);
        Long limit = fields.integer("limit");
        if (limit != null && limit < 0) {
            throw fields.refusal("limit", "must not be negative");
        }
        return new InjectRequest(
                fields.texts("targets", TARGETS, IDENTIFIER),
                fields.optional("action_type", NAME),
                fields.optional("target_node_type", NAME),
                fields.optional("session_id", IDENTIFIER),
                limit);
    }

    /**
     * What is known of the nodes that an action is about.
     *
     * @param entities those that stand in the graph
     * @param types what they are, by the ontology, by earlier actions, or by the caller
     * @param typesOfFirst the same of the first alone
     */
    record InjectTargets(Set<Node> entities, Set<String> types, List<String> typesOfFirst) {
        /** So many earlier actions are asked what they took the node for. */
        private static final int ACTIONS_ASKED = 3;

        static InjectTargets find(Transaction tx, String workspaceId, InjectRequest request) {
            InjectTargets targets = new InjectTargets(new LinkedHashSet<>(), new LinkedHashSet<>(), new ArrayList<>());
            if (request.targetNodeType() != null) {
                targets.types.add(request.targetNodeType());
            }
            for (String id : request.targets()) {
                Lookup.entity(tx, workspaceId, id).ifPresent(targets::add);
                targets.askActions(tx, workspaceId, id);
                if (id.equals(request.targets().getFirst())) {
                    targets.typesOfFirst.addAll(targets.types);
                }
            }
            return targets;
        }

        private void add(Node entity) {
            entities.add(entity);
            addType(entity, "type");
        }

        private void askActions(Transaction tx, String workspaceId, String id) {
            try (ResourceIterator<Node> actions =
                    tx.findNodes(Labels.ACTION, Keys.WORKSPACE_ID, workspaceId, "target_node_ids", new String[] {id})) {
                for (int i = 0; i < ACTIONS_ASKED && actions.hasNext(); i++) {
                    addType(actions.next(), "target_node_type");
                }
            }
        }

        private void addType(Node node, String key) {
            if (node.getProperty(key, null) instanceof String type) {
                types.add(type);
            }
        }
    }
}
