package io.oxgraph.recall.indexed;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

/**
 * A search that goes on while its caller goes on, in a transaction of its own: it finds what is committed, as the cache does. It
 * takes at most half of the processors; where these are taken, the caller searches alone.
 *
 * @param <T> what is found
 */
final class ConcurrentSearch<T> {
    private static final Semaphore FREE = new Semaphore(Runtime.getRuntime().availableProcessors() / 2);

    private static final ExecutorService POOL = Executors.newCachedThreadPool(ConcurrentSearch::thread);

    /** Longer than a search takes. One that waits for what its caller has locked, such as an index, would wait for ever. */
    private static final long MOST_SECONDS = 30;

    private final Future<T> future;

    private ConcurrentSearch(Future<T> future) {
        this.future = future;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "oxgraph search");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Begins a search; empty where no processor is free for it.
     *
     * @param search returns nothing that reads from the transaction later
     */
    static <T> Optional<ConcurrentSearch<T>> begin(GraphDatabaseService database, Function<Transaction, T> search) {
        if (!FREE.tryAcquire()) {
            return Optional.empty();
        }
        return Optional.of(new ConcurrentSearch<>(POOL.submit(() -> {
            try (Transaction tx = database.beginTx()) {
                return search.apply(tx);
            } finally {
                FREE.release();
            }
        })));
    }

    /** What was found; empty where the search failed: the caller's own says why, or succeeds. */
    Optional<T> found() {
        try {
            return Optional.of(future.get(MOST_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
