package io.oxgraph.recall.cache;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.recall.cache.CachedMemory.Access;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;

/**
 * Records for each cached workspace of one database which nodes a commit changed. A commit that touches no cached
 * workspace costs next to nothing: its nodes are not collected, and a workspace that subscribes during the commit is
 * read again.
 */
public final class CommitListener implements TransactionEventListener<CommitListener.Commit> {
    /**
     * State of one commit between its two events.
     *
     * @param begun number of subscriptions when the commit started
     * @param nodes its changes by workspace, for the workspaces subscribed by then
     */
    record Commit(long begun, Map<String, Changes> nodes) {}

    private final GraphDatabaseService database;
    private final Consumer<Transaction> notice;
    private final Map<String, CachedWorkspace> workspaces = new ConcurrentHashMap<>();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong subscribed = new AtomicLong();
    private volatile long committedAt;

    /** @param notice looks for commits for which no listener ran, and then calls {@link #missedAll} */
    public CommitListener(GraphDatabaseService database, Consumer<Transaction> notice) {
        this.database = database;
        this.notice = notice;
    }

    /** Makes the workspaces of this database cacheable. */
    public void start() {
        IndexCache.LISTENERS.add(this);
    }

    /** Empties the cache of this database. */
    public void stop() {
        IndexCache.LISTENERS.remove(this);
        workspaces.clear();
    }

    /** Returns the cached workspace of this node, or null when the node is of another database. */
    CachedWorkspace workspace(String id, String node) {
        CachedWorkspace known = workspaces.get(id);
        if (known != null && known.is(node)) {
            return known;
        }
        SnapshotLoader loader = new SnapshotLoader(database, id);
        return loader.owns(node)
                ? workspaces.compute(id, (key, now) -> now != null && now.is(node) ? now : replaced(now, node, loader))
                : null;
    }

    /** A workspace that was purged and created again has another node. */
    private CachedWorkspace replaced(CachedWorkspace before, String node, SnapshotLoader loader) {
        if (before != null) {
            before.drop();
        }
        return new CachedWorkspace(node, loader, this);
    }

    /** Time of the last commit, in nanoseconds of {@code System.nanoTime()}; 0 before the first. */
    long committedAt() {
        return committedAt;
    }

    /** Looks for such commits, before a snapshot is read. */
    void notice(Transaction tx) {
        notice.accept(tx);
    }

    /** Empties the cache: commits were made of which it knows nothing. */
    public void missedAll() {
        workspaces.values().forEach(CachedWorkspace::drop);
    }

    Collection<CachedWorkspace> workspaces() {
        return workspaces.values();
    }

    /**
     * Counts a new subscription and returns its number. A reader of that number, or of a later one, sees the
     * subscription.
     */
    long begin() {
        subscribed.incrementAndGet();
        return begun.incrementAndGet();
    }

    void end() {
        subscribed.decrementAndGet();
    }

    private boolean isSubscribed(String workspaceId) {
        CachedWorkspace workspace = workspaces.get(workspaceId);
        return workspace != null && workspace.isSubscribed();
    }

    @Override
    public Commit beforeCommit(TransactionData data, Transaction tx, GraphDatabaseService given) {
        long before = begun.get();
        return new Commit(before, subscribed.get() == 0 ? Map.of() : ChangedNodes.of(data, this::isSubscribed));
    }

    @Override
    public void afterCommit(TransactionData data, Commit commit, GraphDatabaseService given) {
        commit.nodes().forEach(this::note);
        committedAt = System.nanoTime();
        if (commit.begun() != begun.get()) {
            workspaces.values().forEach(workspace -> workspace.missed(commit.begun()));
        }
    }

    private void note(String workspaceId, Changes changes) {
        CachedWorkspace workspace = workspaces.get(workspaceId);
        if (workspace != null) {
            workspace.note(changes);
        }
    }

    @Override
    public void afterRollback(TransactionData data, Commit commit, GraphDatabaseService given) {}

    /**
     * What a commit changed in one workspace, by the nodes' element ids.
     *
     * @param nodes to be read again
     * @param accessed memories of which it changed nothing but when they were read, and how often
     */
    record Changes(Set<String> nodes, Map<String, Access> accessed) {
        Changes() {
            this(new HashSet<>(), new HashMap<>());
        }
    }

    /** Collects the nodes of a transaction that are, were or become cached items, by workspace. */
    static final class ChangedNodes {
        private static final Set<String> KINDS = Set.of(
                Labels.MEMORY.name(),
                Labels.MESSAGE.name(),
                Labels.EPISODE.name(),
                Labels.CONVERSATION.name(),
                Labels.QUESTION.name(),
                Labels.ALIAS.name(),
                Labels.ENTITY.name());

        private final TransactionData data;
        private final Predicate<String> isCached;
        private final Set<Node> seen = new HashSet<>();
        private final Map<Node, Access> accessed = new HashMap<>();
        private final Map<String, Changes> changes = new HashMap<>();

        private ChangedNodes(TransactionData data, Predicate<String> isCached) {
            this.data = data;
            this.isCached = isCached;
        }

        /** @param isCached whether a workspace is subscribed */
        static Map<String, Changes> of(TransactionData data, Predicate<String> isCached) {
            ChangedNodes notes = new ChangedNodes(data, isCached);
            data.createdNodes().forEach(notes::look);
            data.assignedNodeProperties().forEach(notes::assigned);
            data.assignedLabels().forEach(entry -> notes.look(entry.node()));
            Set<Node> unlabelled = notes.unlabelled();
            data.removedNodeProperties().forEach(entry -> notes.lost(entry, unlabelled));
            data.createdRelationships().forEach(notes::contradicts);
            data.deletedRelationships().forEach(notes::contradicts);
            notes.accessed.forEach(notes::read);
            return notes.changes;
        }

        /** Recall writes when a memory was read, and how often; the guard numbers that change. */
        private void assigned(PropertyEntry<Node> entry) {
            Access access =
                    switch (entry.key()) {
                        case Access.LAST ->
                            entry.value() instanceof ZonedDateTime time ? new Access(time.toInstant(), null) : null;
                        case Access.COUNT -> entry.value() instanceof Long count ? new Access(null, count) : null;
                        case Keys.REV -> Access.UNCHANGED;
                        default -> null;
                    };
            if (access == null) {
                look(entry.entity());
            } else {
                accessed.merge(entry.entity(), access, Access::then);
            }
        }

        /** A cached memory knows which others contradict it. */
        private void contradicts(Relationship edge) {
            if (edge.isType(Relations.CONTRADICTS)) {
                look(edge.getStartNode());
                look(edge.getEndNode());
            }
        }

        /** Of a node that is not read again anyway. */
        private void read(Node node, Access access) {
            if (!data.isDeleted(node) && node.hasLabel(Labels.MEMORY) && seen.add(node)) {
                Object workspaceId = node.getProperty(Keys.WORKSPACE_ID, null);
                if (matters(workspaceId)) {
                    changes((String) workspaceId).accessed().put(node.getElementId(), access);
                }
            } else {
                look(node);
            }
        }

        private void look(Node node) {
            if (seen.add(node) && !data.isDeleted(node)) {
                Object workspaceId = node.getProperty(Keys.WORKSPACE_ID, null);
                if (matters(workspaceId) && isKind(node)) {
                    note(workspaceId, node);
                }
            }
        }

        private boolean matters(Object workspaceId) {
            return workspaceId instanceof String id && isCached.test(id);
        }

        private static boolean isKind(Node node) {
            for (Label label : node.getLabels()) {
                if (KINDS.contains(label.name())) {
                    return true;
                }
            }
            return false;
        }

        /** Nodes that lost the label of a cached kind, deleted nodes included. */
        private Set<Node> unlabelled() {
            Set<Node> unlabelled = new HashSet<>();
            for (LabelEntry entry : data.removedLabels()) {
                String label = entry.label().name();
                if (KINDS.contains(label) || Labels.MEM.name().equals(label)) {
                    unlabelled.add(entry.node());
                    if (!data.isDeleted(entry.node())) {
                        note(entry.node().getProperty(Keys.WORKSPACE_ID, null), entry.node());
                    }
                }
            }
            return unlabelled;
        }

        /** The old workspace id of a deleted node is available only here. */
        private void lost(PropertyEntry<Node> entry, Set<Node> unlabelled) {
            boolean isDeleted = data.isDeleted(entry.entity());
            if (!isDeleted) {
                look(entry.entity());
            }
            if (Keys.WORKSPACE_ID.equals(entry.key()) && (!isDeleted || unlabelled.contains(entry.entity()))) {
                note(entry.previouslyCommittedValue(), entry.entity());
            }
        }

        private void note(Object workspaceId, Node node) {
            if (matters(workspaceId)) {
                changes((String) workspaceId).nodes().add(node.getElementId());
            }
        }

        private Changes changes(String workspaceId) {
            return changes.computeIfAbsent(workspaceId, key -> new Changes());
        }
    }
}
