package io.oxgraph.entity;

import io.oxgraph.graph.Workspace;
import io.oxgraph.model.ResolveResult;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Resolves the names of a call, and makes what is missing where that is wanted. */
public final class Resolve {
    private static final String NODE_ID = "node_id";

    private final EntityResolver resolver;
    private final boolean create;
    private final Set<String> made = new HashSet<>();

    private Resolve(EntityResolver resolver, boolean create) {
        this.resolver = resolver;
        this.create = create;
    }

    /** One row an item, in order. Without {@code create} nothing is written, and the names still find each other. */
    public static List<ResolveResult> all(
            Transaction tx, String workspaceId, List<Map<String, Object>> items, boolean create, ZonedDateTime now) {
        List<Mention> mentions = MentionReader.readAll(items, now);
        Workspace workspace = create ? Workspace.hold(tx, workspaceId) : Workspace.load(tx, workspaceId);
        EntityResolver resolver = new EntityResolver(tx, workspace, now);
        List<Resolution> found = create ? resolver.find(mentions) : resolver.preview(mentions);
        Resolve resolve = new Resolve(resolver, create);
        List<ResolveResult> rows = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            rows.add(resolve.row(i, found.get(i)));
        }
        return rows;
    }

    private ResolveResult row(int item, Resolution resolution) {
        Optional<Node> node =
                create ? Optional.of(resolver.create(resolution)) : Optional.ofNullable(resolution.entity());
        boolean created = create && resolution.entity() == null && made.add(resolution.entityId());
        return new ResolveResult(
                item,
                resolution.entityId(),
                node.map(found -> (String) found.getProperty(NODE_ID, null)).orElse(null),
                resolution.stage(),
                resolution.score(),
                created,
                resolution.candidates().stream().map(Resolve::map).toList());
    }

    private static Map<String, Object> map(Candidate candidate) {
        return Map.of("entity_id", candidate.entityId(), "name", candidate.name(), "score", candidate.score());
    }
}
