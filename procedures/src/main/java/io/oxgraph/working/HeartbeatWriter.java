package io.oxgraph.working;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.working.PendingHeartbeats.Heartbeat;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListener;
import org.neo4j.logging.Log;

/** Background writer of one database's heartbeats: once a second, and at shutdown. */
public final class HeartbeatWriter implements DatabaseEventListener {
    private static final int BATCH = 500;
    private static final long PAUSE_MILLIS = 1_000;

    /** Transaction timeout of a batch, in milliseconds; clients may hold locks for long. */
    private static final long TIMEOUT_MILLIS = 1_000;

    private final GraphDatabaseService database;
    private final String name;
    private final PendingHeartbeats heartbeats;
    private final Log log;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean failed;

    /** Creates the writer of a database. */
    public HeartbeatWriter(GraphDatabaseService database, Log log) {
        this(database, PendingHeartbeats.of(database.databaseName()), log);
    }

    HeartbeatWriter(GraphDatabaseService database, PendingHeartbeats heartbeats, Log log) {
        this.database = database;
        this.name = database.databaseName();
        this.heartbeats = heartbeats;
        this.log = log;
    }

    /** Starts the background thread. */
    public void start() {
        Thread thread = new Thread(this::run, "oxgraph working set of " + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops the background thread. */
    public void stop() {
        stopped.countDown();
        PendingHeartbeats.forget(name);
    }

    private void run() {
        try {
            while (!stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes the pending heartbeats; those that fail stay pending. */
    synchronized void flush() {
        List<Heartbeat> waiting = heartbeats.waiting();
        for (int start = 0; start < waiting.size(); start += BATCH) {
            write(waiting.subList(start, Math.min(waiting.size(), start + BATCH)));
        }
    }

    /** A failed batch is split in halves, so that one locked slot does not block the others. */
    private void write(List<Heartbeat> batch) {
        try {
            commit(batch);
            heartbeats.written(batch);
            failed = false;
        } catch (RuntimeException e) {
            if (batch.size() > 1) {
                write(batch.subList(0, batch.size() / 2));
                write(batch.subList(batch.size() / 2, batch.size()));
            } else {
                warn(e);
            }
        }
    }

    private void commit(List<Heartbeat> batch) {
        try (Transaction tx = database.beginTx(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
            batch.forEach(heartbeat -> extend(tx, heartbeat));
            tx.commit();
        }
    }

    private static void extend(Transaction tx, Heartbeat beat) {
        Lookup.byId(tx, Labels.SLOT, beat.slot().workspaceId(), beat.slot().slotId())
                .ifPresent(node -> extend(tx, node, beat));
    }

    private static void extend(Transaction tx, Node node, Heartbeat beat) {
        try {
            tx.acquireWriteLock(node);
            Slot slot = Slot.withoutValue(node);
            if (slot.version().equals(beat.slot()) && beat.until().isAfter(slot.expiresAt())) {
                node.setProperty(Slot.EXPIRES_AT, ZonedDateTime.ofInstant(beat.until(), ZoneOffset.UTC));
            }
        } catch (NotFoundException e) {
            // Deleted concurrently.
        }
    }

    private void warn(RuntimeException error) {
        if (!failed) {
            log.warn("Could not write the new expiry of working set slots; will retry.", error);
        }
        failed = true;
    }

    /** Runs while transactions can still begin. */
    @Override
    public void databaseShutdown(DatabaseEventContext context) {
        if (name.equals(context.getDatabaseName())) {
            stopped.countDown();
            flush();
        }
    }

    @Override
    public void databaseStart(DatabaseEventContext context) {}

    @Override
    public void databasePanic(DatabaseEventContext context) {}

    @Override
    public void databaseCreate(DatabaseEventContext context) {}

    @Override
    public void databaseDrop(DatabaseEventContext context) {}
}
