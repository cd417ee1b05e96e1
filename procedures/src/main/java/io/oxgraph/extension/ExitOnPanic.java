package io.oxgraph.extension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListener;
import org.neo4j.logging.Log;

/**
 * Ends the server's process once its database has panicked, most often because the disk was full, and there is room
 * again: a panicked database serves nothing until it is started anew, and only the process that supervises the server
 * can do that. Switched on by {@code -Doxgraph.exit_on_panic=true}.
 */
final class ExitOnPanic implements DatabaseEventListener {
    /** The exit status: an internal error, as in sysexits.h. */
    static final int STATUS = 70;

    private static final boolean ENABLED = Boolean.getBoolean("oxgraph.exit_on_panic");
    /** What {@code oxgraph up} needs. */
    private static final long NEEDED_BYTES = 500L * 1024 * 1024;

    private static final long PAUSE_MILLIS = 500;

    private final String database;
    private final Path folder;
    private final Log log;

    ExitOnPanic(String database, Path folder, Log log) {
        this.database = database;
        this.folder = folder;
        this.log = log;
    }

    @Override
    public void databasePanic(DatabaseEventContext event) {
        if (ENABLED && database.equals(event.getDatabaseName())) {
            log.error("The database " + database + " has panicked; the server ends once there is room on its disk.");
            Thread thread = new Thread(this::endOnceThereIsRoom, "oxgraph exit after panic");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Without the shutdown of the server, which would write to the database; the next start recovers its data. */
    private void endOnceThereIsRoom() {
        try {
            while (!hasRoom()) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Runtime.getRuntime().halt(STATUS);
    }

    private boolean hasRoom() {
        try {
            return Files.getFileStore(folder).getUsableSpace() >= NEEDED_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void databaseStart(DatabaseEventContext event) {}

    @Override
    public void databaseShutdown(DatabaseEventContext event) {}

    @Override
    public void databaseCreate(DatabaseEventContext event) {}

    @Override
    public void databaseDrop(DatabaseEventContext event) {}
}
