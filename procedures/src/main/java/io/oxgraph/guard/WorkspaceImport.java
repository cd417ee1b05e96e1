package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.model.ArchiveResults.ImportPosition;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Fills a workspace from an archive, in transactions that no Cypher of a caller can enter; the guard knows them by their
 * thread. Only in them may transitions name tokens that the workspace does not have. While it is under way the workspace
 * counts as deleted, so that nothing reads or writes it; the mark is put on and taken off here alone.
 */
public final class WorkspaceImport {
    private static final ThreadLocal<Set<String>> WORKSPACES = new ThreadLocal<>();

    private static final String IMPORTING = "importing";
    private static final String POSITION = "import_position";
    private static final String ARCHIVE = "archive_digest";
    private static final String DELETED_AT = "deleted_at";
    private static final Set<String> MARKS = Set.of(IMPORTING, POSITION, ARCHIVE, Keys.MOVING, Keys.CLOSED);

    private final GraphDatabaseService database;

    public WorkspaceImport(GraphDatabaseService database) {
        this.database = database;
    }

    /** Whether the transaction that this thread is committing imports. */
    static boolean isUnderWay() {
        return WORKSPACES.get() != null;
    }

    /** Whether the transaction that this thread is committing imports into the workspace. */
    static boolean isOf(String workspaceId) {
        return isUnderWay() && WORKSPACES.get().contains(workspaceId);
    }

    /** Refuses that others put the marks of an import on, or take them off. */
    static void check(TransactionChanges changes, TransactionData data) {
        boolean any = changes.changed().stream()
                .anyMatch(node -> changes.labels().get(node).is(Labels.WORKSPACE));
        if (any) {
            data.assignedNodeProperties().forEach(entry -> refuse(changes, entry, entry.value()));
            data.removedNodeProperties().forEach(entry -> refuse(changes, entry, null));
        }
    }

    private static void refuse(TransactionChanges changes, PropertyEntry<Node> entry, Object now) {
        Node node = entry.entity();
        boolean marks = MARKS.contains(entry.key());
        if (!(marks || DELETED_AT.equals(entry.key()))
                || !changes.changed().contains(node)
                || !changes.labels().get(node).is(Labels.WORKSPACE)
                || Objects.equals(entry.previouslyCommittedValue(), now)) {
            return;
        }
        boolean underWay = node.hasProperty(IMPORTING) && !node.hasProperty("purging");
        if ((marks || underWay) && !isOf((String) node.getProperty(Keys.ID))) {
            throw importing(node);
        }
    }

    /**
     * Makes the workspace that the archive is imported into, or finds the one that an interrupted import began.
     *
     * @param origin the workspace from which the ids in the archive derive
     * @param digest that of the archive
     */
    public ImportPosition begin(String name, String origin, String digest, ZonedDateTime now) {
        return run(tx -> {
            Optional<Node> found = named(tx, name);
            return found.isEmpty()
                    ? create(tx, name, origin, digest, now)
                    : of(tx, found.get(), name, origin, digest, now);
        });
    }

    private ImportPosition of(
            Transaction tx, Node found, String name, String origin, String digest, ZonedDateTime now) {
        tx.acquireWriteLock(found);
        if (digest.equals(found.getProperty(ARCHIVE, null))) {
            return position(found, true);
        }
        if (digest.equals(found.getProperty(IMPORTING, null)) && !found.hasProperty("purging")) {
            return position(found, false);
        }
        if (found.hasProperty(IMPORTING)) {
            throw importing(found);
        }
        String id = (String) found.getProperty(Keys.ID);
        if (found.hasProperty(DELETED_AT) || holdsMemory(tx, id)) {
            throw ErrorCode.WORKSPACE_NOT_EMPTY.with("workspace", name);
        }
        allow(id);
        List<Map<String, Object>> tokens = tokens(tx, id);
        nodes(tx, id).forEach(node -> {
            node.getRelationships().forEach(one -> one.delete());
            node.delete();
        });
        ImportPosition made = create(tx, name, origin, digest, now);
        tokens.forEach(token -> {
            Node node = tx.createNode(Labels.MEM, Labels.TOKEN);
            token.forEach(node::setProperty);
            node.setProperty(Keys.WORKSPACE_ID, made.workspace_id());
        });
        return made;
    }

    private ImportPosition create(Transaction tx, String name, String origin, String digest, ZonedDateTime now) {
        String own = Identifiers.workspaceId(name);
        String id = Identifiers.copyId(origin, name);
        allow(id);
        Node node = tx.createNode(Labels.MEM, Labels.WORKSPACE);
        node.setProperty(Keys.WORKSPACE_ID, id);
        node.setProperty(Keys.ID, id);
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("name", name);
        node.setProperty(DELETED_AT, now);
        node.setProperty(IMPORTING, digest);
        node.setProperty(POSITION, 0L);
        if (!id.equals(own)) {
            node.setProperty("name_id", own);
        }
        return position(node, false);
    }

    /**
     * Writes a batch, unless another call has written it.
     *
     * @param position how much was written before it
     * @param work writes it and returns how many rows it has
     */
    public ImportPosition batch(String workspaceId, long position, ToLongFunction<Transaction> work) {
        return run(tx -> {
            Node workspace = underWay(tx, workspaceId);
            if ((Long) workspace.getProperty(POSITION) == position) {
                workspace.setProperty(POSITION, position + work.applyAsLong(tx));
            }
            return position(workspace, false);
        });
    }

    /** Serves the workspace: the import is complete. */
    public ImportPosition end(String workspaceId, ZonedDateTime now) {
        return run(tx -> {
            return served(underWay(tx, workspaceId), now);
        });
    }

    private static ImportPosition served(Node workspace, ZonedDateTime now) {
        workspace.setProperty(ARCHIVE, workspace.removeProperty(IMPORTING));
        workspace.setProperty("imported_at", now);
        workspace.removeProperty(POSITION);
        workspace.removeProperty(DELETED_AT);
        return position(workspace, true);
    }

    /** A move to this server: makes the workspace, or takes over what an interrupted attempt has begun. */
    ImportPosition take(String name, String origin, String attempt, ZonedDateTime now) {
        return run(tx -> {
            Optional<Node> found = named(tx, name);
            if (found.isEmpty()) {
                return create(tx, name, origin, attempt, now);
            }
            Node workspace = found.get();
            tx.acquireWriteLock(workspace);
            boolean begun = workspace.getProperty(IMPORTING, null) instanceof String mark
                    && mark.startsWith(WorkspaceMove.PREFIX)
                    && !workspace.hasProperty("purging");
            if (!begun) {
                return of(tx, workspace, name, origin, attempt, now);
            }
            allow((String) workspace.getProperty(Keys.ID));
            workspace.setProperty(IMPORTING, attempt);
            return position(workspace, false);
        });
    }

    /** Changes what is imported, in one transaction, unless another attempt has taken over. */
    long change(String workspaceId, String attempt, ToLongFunction<Transaction> work) {
        return run(tx -> {
            requireOwn(underWay(tx, workspaceId), attempt);
            return work.applyAsLong(tx);
        });
    }

    /** Serves the workspace of an attempt; a second time it changes nothing. */
    ImportPosition end(String workspaceId, String attempt, ZonedDateTime now) {
        return run(tx -> {
            Node workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                    .orElseThrow(() -> ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", workspaceId));
            tx.acquireWriteLock(workspace);
            if (attempt.equals(workspace.getProperty(ARCHIVE, null)) && !workspace.hasProperty(IMPORTING)) {
                return position(workspace, true);
            }
            requireOwn(workspace, attempt);
            allow(workspaceId);
            return served(workspace, now);
        });
    }

    private static void requireOwn(Node workspace, String attempt) {
        if (!attempt.equals(workspace.getProperty(IMPORTING, null))) {
            throw importing(workspace);
        }
    }

    private static Node underWay(Transaction tx, String workspaceId) {
        Node workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .orElseThrow(() -> ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", workspaceId));
        tx.acquireWriteLock(workspace);
        if (!workspace.hasProperty(IMPORTING) || workspace.hasProperty("purging")) {
            throw ErrorCode.INVALID_INPUT.with("field", "workspace_id", "reason", "no import is under way in it");
        }
        allow(workspaceId);
        return workspace;
    }

    <T> T run(Function<Transaction, T> work) {
        WORKSPACES.set(new HashSet<>());
        try (Transaction tx = database.beginTx()) {
            T result = work.apply(tx);
            tx.commit();
            return result;
        } finally {
            WORKSPACES.remove();
        }
    }

    /** Runs work of another transaction of this thread as one that changes the marks of the workspace. */
    void within(String workspaceId, Runnable work) {
        WORKSPACES.set(new HashSet<>(Set.of(workspaceId)));
        try {
            work.run();
        } finally {
            WORKSPACES.remove();
        }
    }

    static void allow(String workspaceId) {
        WORKSPACES.get().add(workspaceId);
    }

    private static ImportPosition position(Node workspace, boolean complete) {
        return new ImportPosition(
                (String) workspace.getProperty(Keys.ID), (Long) workspace.getProperty(POSITION, 0L), complete);
    }

    private static RuntimeException importing(Node workspace) {
        return ErrorCode.WORKSPACE_IMPORTING.with("workspace", workspace.getProperty("name", "?"));
    }

    private static Optional<Node> named(Transaction tx, String name) {
        try (Result rows =
                tx.execute(Statements.get("guard/workspace_by_name"), Map.of("id", Identifiers.workspaceId(name)))) {
            return rows.hasNext() ? Optional.of((Node) rows.next().get("w")) : Optional.empty();
        }
    }

    private static boolean holdsMemory(Transaction tx, String workspaceId) {
        try (Result rows = tx.execute(Statements.get("guard/holds_memory"), Map.of("workspace_id", workspaceId))) {
            return (Boolean) rows.next().get("holds");
        }
    }

    private static List<Node> nodes(Transaction tx, String workspaceId) {
        try (Result rows = tx.execute(Statements.get("guard/all_nodes"), Map.of("workspace_id", workspaceId))) {
            return rows.stream().map(row -> (Node) row.get("n")).toList();
        }
    }

    private static List<Map<String, Object>> tokens(Transaction tx, String workspaceId) {
        return nodes(tx, workspaceId).stream()
                .filter(node -> node.hasLabel(Labels.TOKEN))
                .map(Node::getAllProperties)
                .toList();
    }
}
