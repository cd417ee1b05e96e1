package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.outcomes.RiskModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.neo4j.graphdb.Node;

/**
 * The models of the risk of runs that were read last, for each workspace's node. One is read again when the node says
 * that it is another version: each commit gives the node a new {@code rev}, and a fit that is not committed yet has
 * another time or other runs.
 */
final class RiskModels {
    /** A power of two. The latest model has its place. */
    private static final int SIZE = 1 << 6;

    private static final String[] VERSION = {Keys.REV, "fitted_at", "runs", "failures"};
    private static final List<String> COUNTS = List.of("features", "feature_runs", "feature_failures");
    private static final AtomicReferenceArray<Known> KNOWN = new AtomicReferenceArray<>(SIZE);

    private RiskModels() {}

    /** The model that a node stores. */
    static StoredModel of(Node node) {
        String id = node.getElementId();
        Map<String, Object> version = node.getProperties(VERSION);
        int place = Objects.hash(id) & (SIZE - 1);
        Known known = KNOWN.get(place);
        if (known != null && known.is(id, version)) {
            return known.model();
        }
        StoredModel model = StoredModel.read(node);
        if (version.containsKey(Keys.REV)) {
            KNOWN.set(place, new Known(id, version, model));
        }
        return model;
    }

    private record Known(String elementId, Map<String, Object> version, StoredModel model) {
        boolean is(String otherId, Map<String, Object> otherVersion) {
            return elementId.equals(otherId) && version.equals(otherVersion);
        }
    }

    /**
     * A model and what else is stored with it.
     *
     * @param others the node's properties but the counts of features
     */
    record StoredModel(RiskModel model, Map<String, Object> others) {
        private static StoredModel read(Node node) {
            Map<String, Object> all = new HashMap<>(node.getAllProperties());
            RiskModel model = RiskModel.of(all);
            COUNTS.forEach(all::remove);
            return new StoredModel(model, all);
        }

        /** How right it was; null where it was not measured. */
        Double figure(String name) {
            return (Double) others.get(name);
        }

        /** Whether it was better than chance for certain, and calibrated. */
        boolean isProved() {
            return Boolean.TRUE.equals(others.get("proved"));
        }
    }
}
