package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.neo4j.graphdb.Node;

/**
 * Holds back the commits of a workspace for a moment. A commit passes before it draws its revision numbers; who raised the
 * fence only reads, so nobody waits for each other.
 */
final class WriteFence {
    private static final long POLL_MILLIS = 1;

    /** Fair, so that a fence is raised however many commits there are. */
    private final ReadWriteLock passing = new ReentrantReadWriteLock(true);
    /** How often each workspace is fenced. */
    private final Map<String, Integer> fenced = new ConcurrentHashMap<>();

    /** Draws the numbers of a commit that changes these nodes, once none of their workspaces is fenced. */
    <T> T pass(Set<Node> nodes, Supplier<T> draw) {
        while (true) {
            passing.readLock().lock();
            try {
                if (fenced.isEmpty() || !isFenced(nodes)) {
                    return draw.get();
                }
            } finally {
                passing.readLock().unlock();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        }
    }

    /** Runs work while commits of the workspace wait; those that passed before it have drawn their numbers. */
    <T> T during(String workspaceId, Supplier<T> work) {
        passing.writeLock().lock();
        try {
            fenced.merge(workspaceId, 1, Integer::sum);
        } finally {
            passing.writeLock().unlock();
        }
        try {
            return work.get();
        } finally {
            fenced.computeIfPresent(workspaceId, (id, times) -> times == 1 ? null : times - 1);
        }
    }

    private boolean isFenced(Set<Node> nodes) {
        return nodes.stream()
                .anyMatch(node ->
                        node.getProperty(Keys.WORKSPACE_ID, null) instanceof String id && fenced.containsKey(id));
    }
}
