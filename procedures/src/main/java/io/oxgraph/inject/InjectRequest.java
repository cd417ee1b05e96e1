package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.input.FieldReader;
import io.oxgraph.table.Limits;
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
 * A validated inject request: what the agent is about to do.
 *
 * @param targets ids of the target nodes
 * @param actionType null when not known
 * @param targetNodeType null when not known
 * @param sessionId session whose earlier actions are its situation; null when not known
 * @param limit maximum number of patterns; null for the workspace's setting
 */
record InjectRequest(List<String> targets, String actionType, String targetNodeType, String sessionId, Long limit) {
    private static final Set<String> FIELDS =
            Set.of("targets", "action_type", "target_node_type", "limit", "session_id");
    private static final int NAME = Limits.of("name");
    private static final int IDENTIFIER = Limits.of("id");
    private static final int TARGETS = Limits.of("targets");

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
     * The target nodes of a request and their types.
     *
     * @param entities targets that are entities in the graph
     * @param types their types, from the ontology, earlier actions or the caller
     * @param typesOfFirst types of the first target
     */
    record InjectTargets(Set<Node> entities, Set<String> types, List<String> typesOfFirst) {
        /** Number of earlier actions whose target type is read. */
        private static final int ACTIONS_READ = 3;

        static InjectTargets find(Transaction tx, String workspaceId, InjectRequest request) {
            InjectTargets targets = new InjectTargets(new LinkedHashSet<>(), new LinkedHashSet<>(), new ArrayList<>());
            if (request.targetNodeType() != null) {
                targets.types.add(request.targetNodeType());
            }
            for (String id : request.targets()) {
                Lookup.entity(tx, workspaceId, id).ifPresent(targets::add);
                targets.addTypesOfActions(tx, workspaceId, id);
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

        private void addTypesOfActions(Transaction tx, String workspaceId, String id) {
            try (ResourceIterator<Node> actions =
                    tx.findNodes(Labels.ACTION, Keys.WORKSPACE_ID, workspaceId, "target_node_ids", new String[] {id})) {
                for (int i = 0; i < ACTIONS_READ && actions.hasNext(); i++) {
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
