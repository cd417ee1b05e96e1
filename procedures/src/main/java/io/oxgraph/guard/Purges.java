package io.oxgraph.guard;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import java.util.HashMap;
import java.util.Map;
import org.neo4j.graphdb.Transaction;

/** Which workspaces are being purged, or are gone. */
final class Purges {
    private final Transaction tx;
    private final Map<String, Boolean> known = new HashMap<>();

    Purges(Transaction tx) {
        this.tx = tx;
    }

    boolean contain(String workspaceId) {
        return known.computeIfAbsent(workspaceId, this::isPurged);
    }

    private boolean isPurged(String workspaceId) {
        return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(workspace -> Boolean.TRUE.equals(workspace.getProperty("purging", false)))
                .orElse(true);
    }
}
