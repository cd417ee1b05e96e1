package io.oxgraph.entity;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.AliasResult;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Gives an entity another name to go by. */
public final class Aliasing {
    private Aliasing() {}

    /** The entity is named by id or node_id. */
    public static AliasResult add(
            Transaction tx, String workspaceId, String entityId, String alias, ZonedDateTime given) {
        Key key = Key.of(alias);
        key.reason().ifPresent(reason -> {
            throw ErrorCode.INVALID_INPUT.with("field", "alias", "reason", reason);
        });
        ZonedDateTime now = given.withZoneSameInstant(ZoneOffset.UTC);
        Workspace.hold(tx, workspaceId);
        Locks.names(tx, workspaceId, now);
        AliasIndex index = new AliasIndex(tx, workspaceId);
        Bearer bearer =
                index.byId(entityId).orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", entityId));
        List<Known> names = index.byKey(key.text());
        boolean had = names.stream().anyMatch(known -> known.bearer().id().equals(bearer.id()));
        if (!had) {
            write(tx, bearer.node(), alias, now);
        }
        return new AliasResult(bearer.id(), EntityNodes.display(alias), !had, others(names, bearer));
    }

    private static void write(Transaction tx, Node entity, String alias, ZonedDateTime now) {
        String aliasId = AliasNodes.write(tx, entity, alias, false, now);
        Transitions.write(tx, entity, "aliased", Map.of("alias_id", aliasId), now);
    }

    private static List<String> others(List<Known> names, Bearer bearer) {
        return names.stream()
                .map(known -> known.bearer().id())
                .filter(id -> !id.equals(bearer.id()))
                .distinct()
                .sorted()
                .toList();
    }
}
