package io.oxgraph.guard;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Transaction;

/** Which workspaces are being purged, or are gone. */
final class Purges {
    private final Transaction tx;
    /** Empty for a workspace that has no node. */
    private final Map<String, Optional<Boolean>> known = new HashMap<>();

    Purges(Transaction tx) {
        this.tx = tx;
    }

    /** Whether it is being purged, or gone. */
    boolean contain(String workspaceId) {
        return isPurging(workspaceId).orElse(true);
    }

    /** Whether it is there and being purged. */
    boolean underWay(String workspaceId) {
        return isPurging(workspaceId).orElse(false);
    }

    private Optional<Boolean> isPurging(String workspaceId) {
        return known.computeIfAbsent(workspaceId, id -> Lookup.byId(tx, Labels.WORKSPACE, id, id)
                .map(workspace -> Boolean.TRUE.equals(workspace.getProperty("purging", false))));
    }
}
