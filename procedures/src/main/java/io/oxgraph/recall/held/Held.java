package io.oxgraph.recall.held;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.Sources;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The workspaces that are held in memory. */
public final class Held {
    /** One for each database that runs. */
    static final Collection<Keeper> KEEPERS = new CopyOnWriteArrayList<>();

    private static volatile Limits limits = Limits.ofServer();

    private Held() {}

    /**
     * A workspace to be searched in, as it is committed now; what the caller's own transaction has written is not in it.
     *
     * @return empty when it is too large, or not there
     */
    public static Optional<Sources> of(Transaction tx, String workspaceId) {
        Optional<Node> node = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
        return node.flatMap(workspace -> image(workspaceId, workspace)).map(HeldSources::new);
    }

    private static Optional<Image> image(String id, Node node) {
        String slot = node.getProperty("embedding_slot", null) instanceof String given ? given : "embedding";
        for (Keeper keeper : KEEPERS) {
            HeldWorkspace workspace = keeper.workspace(id, node.getElementId());
            if (workspace != null) {
                return workspace.image(slot);
            }
        }
        return Optional.empty();
    }

    static Limits limits() {
        return limits;
    }

    /** For tests. */
    static void limits(Limits given) {
        limits = given;
    }

    /** Where all together have become too large, those that were asked the longest ago give way. */
    static synchronized void settle(HeldWorkspace asked) {
        List<HeldWorkspace> all =
                KEEPERS.stream().flatMap(keeper -> keeper.workspaces().stream()).toList();
        long bytes = all.stream().mapToLong(HeldWorkspace::bytes).sum();
        if (bytes > limits.bytes()) {
            giveWay(asked, all, bytes - limits.bytes());
        }
    }

    /** When each was asked is read once: it changes while they are put in order. */
    private static void giveWay(HeldWorkspace asked, List<HeldWorkspace> all, long bytes) {
        Map<HeldWorkspace, Long> used = new HashMap<>();
        all.stream()
                .filter(workspace -> workspace != asked)
                .forEach(workspace -> used.put(workspace, workspace.used()));
        long rest = bytes;
        for (HeldWorkspace workspace :
                used.keySet().stream().sorted(Comparator.comparing(used::get)).toList()) {
            if (rest > 0) {
                rest -= workspace.bytes();
                workspace.drop();
            }
        }
    }
}
