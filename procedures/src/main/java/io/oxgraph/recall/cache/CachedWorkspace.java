package io.oxgraph.recall.cache;

import io.oxgraph.recall.cache.CachedMemory.Access;
import io.oxgraph.recall.cache.CommitListener.Changes;
import io.oxgraph.recall.cache.IndexCache.CacheLimits;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One cached workspace: its snapshot, and the ids of the nodes that commits changed since.
 *
 * <p>Guarantee: a write whose commit was confirmed to a client is never missed. A commit records its nodes after it
 * was applied and before its caller gets the confirmation, and raises {@link #version} last. A reader whose snapshot
 * is older than that version drains the recorded changes first and then reads the nodes. Changes applied during the
 * read are recorded again, so a read that mixes two states (as read-committed isolation allows) lasts no longer than
 * the commit under way. Snapshots are immutable, but for when a memory was read; concurrent readers wait for the one
 * that refreshes.
 */
final class CachedWorkspace {
    /** Pause before a workspace that exceeded the limits is loaded again, in nanoseconds. */
    private static final long RETRY_AFTER = TimeUnit.MINUTES.toNanos(10);

    /** Pause before a workspace is loaded again that others in use left no room for, in nanoseconds. */
    private static final long CROWDED_OUT_FOR = TimeUnit.MINUTES.toNanos(1);

    /** Minimum number of changed nodes above which a full reload is cheaper than a refresh. */
    private static final int MIN_RELOAD = 200;

    /** Maximum number of changes recorded during the first load. */
    private static final int MAX_DURING_LOAD = 20_000;

    /** The outcome of loading a workspace ahead. */
    enum Ahead {
        CACHED_BEFORE,
        /** It is cached now, unless a commit that was under way may have changed it. */
        LOADED,
        /** What is taken by others leaves no room for it. */
        NO_ROOM,
        /** It would not be cached if it were the only one. */
        TOO_LARGE
    }

    /** A snapshot with the change version it contains. */
    private record View(Snapshot snapshot, String slot, long upTo) {}

    /** The drained changes and their version. */
    private record ChangeBatch(Set<String> nodes, long upTo) {}

    private final String node;
    private final SnapshotLoader loader;
    private final CommitListener listener;
    private final ReentrantLock reading = new ReentrantLock();
    private SnapshotBuilder builder = new SnapshotBuilder();

    private Set<String> changed = new HashSet<>();
    /** Whether the recorded changes are complete for the snapshot, or for the one being loaded. */
    private boolean complete;

    private volatile boolean subscribed;
    private long subscription;
    private volatile long version;
    private volatile View view;
    private volatile long used = IndexCache.now();
    private volatile boolean asked;
    private volatile Long refusedAt;
    private volatile long refusedFor;

    /** @param node element id of the workspace's node */
    CachedWorkspace(String node, SnapshotLoader loader, CommitListener listener) {
        this.node = node;
        this.loader = loader;
        this.listener = listener;
    }

    SnapshotLoader loader() {
        return loader;
    }

    boolean is(String workspaceNode) {
        return node.equals(workspaceNode);
    }

    /** Time of last use, in nanoseconds of {@link IndexCache#now}. */
    long used() {
        return used;
    }

    long bytes() {
        View current = view;
        return current == null ? 0 : current.snapshot().bytes();
    }

    /** Returns the current snapshot, or empty when the workspace exceeds the limits. */
    Optional<Snapshot> snapshot(String slot) {
        used = IndexCache.now();
        asked = true;
        View current = view;
        if (isFresh(current, slot)) {
            return Optional.of(current.snapshot());
        }
        reading.lock();
        try {
            current = view;
            return isFresh(current, slot) ? Optional.of(current.snapshot()) : read(current, slot);
        } catch (RuntimeException | Error e) {
            drop();
            throw e;
        } finally {
            reading.unlock();
        }
    }

    private boolean isFresh(View current, String slot) {
        return current != null && current.slot().equals(slot) && current.upTo() == version;
    }

    private Optional<Snapshot> read(View current, String slot) {
        if (current != null && current.slot().equals(slot)) {
            Optional<ChangeBatch> batch = drain();
            if (batch.isPresent()) {
                Snapshot snapshot = loader.refresh(builder, slot, batch.get().nodes());
                return publish(snapshot, slot, batch.get().upTo());
            }
        }
        return isRefused() ? Optional.empty() : load(slot);
    }

    private boolean isRefused() {
        Long at = refusedAt;
        return at != null && IndexCache.now() - at < refusedFor;
    }

    /** Subscribes to commits first, then loads, so that no change is missed. */
    private Optional<Snapshot> load(String slot) {
        if (loader.exceeds(slot, IndexCache.limits())) {
            refuse(RETRY_AFTER);
            return Optional.empty();
        }
        long upTo = subscribe();
        builder = new SnapshotBuilder();
        Optional<Snapshot> snapshot = loader.load(builder, slot, IndexCache.limits());
        if (snapshot.isEmpty()) {
            refuse(RETRY_AFTER);
            return snapshot;
        }
        return publish(snapshot.get(), slot, upTo);
    }

    private synchronized long subscribe() {
        if (!subscribed) {
            subscribed = true;
            subscription = listener.begin();
        }
        view = null;
        changed = new HashSet<>();
        complete = true;
        return version;
    }

    private Optional<Snapshot> publish(Snapshot snapshot, String slot, long upTo) {
        if (!IndexCache.limits().allow(builder)) {
            refuse(RETRY_AFTER);
            return Optional.empty();
        }
        show(snapshot, slot, upTo);
        if (!IndexCache.makeRoom(this)) {
            // This call still has its snapshot; later ones search the indexes.
            refuse(CROWDED_OUT_FOR);
        }
        return Optional.of(snapshot);
    }

    /** If a change was missed meanwhile, the snapshot serves this call only, which began before it. */
    private synchronized void show(Snapshot snapshot, String slot, long upTo) {
        view = subscribed && complete ? new View(snapshot, slot, upTo) : null;
    }

    private void refuse(long nanos) {
        refusedFor = nanos;
        refusedAt = IndexCache.now();
        drop();
        builder = new SnapshotBuilder();
    }

    /**
     * Loads the workspace ahead of its first question, unless it is cached.
     *
     * @param limits of the cache, less what is taken
     * @param lastUse what counts as its last use if it was never asked
     * @return the outcome
     */
    Ahead warm(String slot, CacheLimits limits, long lastUse) {
        reading.lock();
        try {
            if (view != null) {
                return Ahead.CACHED_BEFORE;
            }
            if (loader.exceeds(slot, IndexCache.limits())) {
                refuse(RETRY_AFTER);
                return Ahead.TOO_LARGE;
            }
            long upTo = subscribe();
            builder = new SnapshotBuilder();
            Optional<Snapshot> snapshot = loader.load(builder, slot, limits);
            if (snapshot.isEmpty()) {
                drop();
                builder = new SnapshotBuilder();
                return Ahead.NO_ROOM;
            }
            used = asked ? used : lastUse;
            show(snapshot.get(), slot, upTo);
            return Ahead.LOADED;
        } catch (RuntimeException | Error e) {
            drop();
            throw e;
        } finally {
            reading.unlock();
        }
    }

    /** Drains the recorded changes; empty when they are incomplete and a full load is needed. */
    private synchronized Optional<ChangeBatch> drain() {
        if (!subscribed || !complete) {
            return Optional.empty();
        }
        ChangeBatch batch = new ChangeBatch(changed, version);
        changed = new HashSet<>();
        return Optional.of(batch);
    }

    boolean isSubscribed() {
        return subscribed;
    }

    /** Records what a commit changed in this workspace; that memories were read changes their items at once. */
    synchronized void note(Changes changes) {
        Set<String> nodes = new HashSet<>(changes.nodes());
        nodes.addAll(subscribed ? unknown(changes.accessed()) : Set.of());
        if (subscribed && !nodes.isEmpty()) {
            changed.addAll(nodes);
            View current = view;
            if (changed.size()
                    > (current == null
                            ? MAX_DURING_LOAD
                            : MIN_RELOAD + current.snapshot().items() / 4)) {
                drop();
            }
            version++;
        }
    }

    /**
     * Tells the items of the snapshot when they were read; returns the nodes that have to be read instead. A refresh
     * under way might have read a node before this commit, so then all have.
     */
    private Set<String> unknown(Map<String, Access> accessed) {
        if (accessed.isEmpty() || view == null || !reading.tryLock()) {
            return accessed.keySet();
        }
        try {
            Set<String> unknown = new HashSet<>();
            accessed.forEach((id, access) -> {
                if (!changed.contains(id) && builder.item(id) instanceof CachedMemory memory) {
                    memory.accessed(access);
                } else {
                    unknown.add(id);
                }
            });
            return unknown;
        } finally {
            reading.unlock();
        }
    }

    /** Marks the changes as incomplete: a commit began before the subscription, so its nodes were not recorded. */
    synchronized void missed(long begun) {
        if (subscribed && subscription > begun) {
            // The subscription stays, so that the next load misses nothing.
            view = null;
            changed = new HashSet<>();
            complete = false;
            version++;
        }
    }

    /** Evicts the snapshot; the next call loads it again. */
    synchronized void drop() {
        if (subscribed) {
            subscribed = false;
            listener.end();
        }
        view = null;
        changed = new HashSet<>();
        complete = false;
        version++;
    }
}
