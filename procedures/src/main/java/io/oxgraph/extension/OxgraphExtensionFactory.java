package io.oxgraph.extension;

import io.oxgraph.guard.Guard;
import io.oxgraph.recall.cache.CacheWarming;
import io.oxgraph.recall.cache.CommitListener;
import io.oxgraph.working.HeartbeatWriter;
import java.util.List;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.event.TransactionEventListener;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;
import org.neo4j.logging.internal.LogService;
import org.neo4j.monitoring.DatabaseHealth;
import org.neo4j.storageengine.api.TransactionIdStore;

/**
 * Registers the plugin's listeners on every user database that starts: the guard, the index cache's commit listener,
 * and the heartbeat writer. The only class that uses Neo4j's kernel packages.
 */
public final class OxgraphExtensionFactory extends ExtensionFactory<OxgraphExtensionFactory.Dependencies> {
    private static final String SYSTEM_DATABASE = "system";

    /** Dependencies injected by the kernel. */
    public interface Dependencies {
        /** The database that starts. */
        GraphDatabaseAPI database();

        /** The registry of listeners. */
        DatabaseManagementService management();

        /** The server's logs. */
        LogService logs();

        /** Whether the database has panicked. */
        DatabaseHealth health();
    }

    public OxgraphExtensionFactory() {
        super(ExtensionType.DATABASE, "oxgraph");
    }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Dependencies dependencies) {
        String name = dependencies.database().databaseName();
        return SYSTEM_DATABASE.equals(name) ? new LifecycleAdapter() : new Registration(name, dependencies);
    }

    private static final class Registration extends LifecycleAdapter {
        private final String database;
        private final Dependencies dependencies;
        private final Guard guard;
        private final CommitListener commitListener;
        private final CacheWarming cacheWarming;
        private final HeartbeatWriter heartbeatWriter;
        private final ExitOnPanic exitOnPanic;
        private final List<TransactionEventListener<?>> listeners;
        private volatile TransactionIdStore transactionIds;

        private Registration(String database, Dependencies dependencies) {
            this.database = database;
            this.dependencies = dependencies;
            this.guard = Guard.ofThisServer(() -> !dependencies.health().hasNoPanic(), this::lastCommitted);
            this.commitListener = new CommitListener(dependencies.database(), guard::notice);
            guard.onOthers(commitListener::missedAll);
            this.cacheWarming = new CacheWarming(
                    dependencies.database(), commitListener, dependencies.logs().getInternalLog(CacheWarming.class));
            this.heartbeatWriter = new HeartbeatWriter(
                    dependencies.database(), dependencies.logs().getInternalLog(HeartbeatWriter.class));
            this.exitOnPanic = new ExitOnPanic(
                    database,
                    dependencies.database().databaseLayout().databaseDirectory(),
                    dependencies.logs().getInternalLog(ExitOnPanic.class));
            this.listeners = List.of(guard, commitListener);
        }

        /** Each commit and each recall asks; the store can be had only once the database has started. */
        private long lastCommitted() {
            if (transactionIds == null) {
                transactionIds =
                        dependencies.database().getDependencyResolver().resolveDependency(TransactionIdStore.class);
            }
            return transactionIds.getLastCommittedTransactionId();
        }

        @Override
        public void start() {
            guard.start(database);
            listeners.forEach(
                    listener -> dependencies.management().registerTransactionEventListener(database, listener));
            commitListener.start();
            dependencies.management().registerDatabaseEventListener(heartbeatWriter);
            dependencies.management().registerDatabaseEventListener(exitOnPanic);
            heartbeatWriter.start();
            cacheWarming.start();
        }

        @Override
        public void stop() {
            cacheWarming.stop();
            heartbeatWriter.stop();
            dependencies.management().unregisterDatabaseEventListener(exitOnPanic);
            dependencies.management().unregisterDatabaseEventListener(heartbeatWriter);
            commitListener.stop();
            listeners.forEach(
                    listener -> dependencies.management().unregisterTransactionEventListener(database, listener));
            guard.stop(database);
        }
    }
}
