package io.oxgraph.extension;

import io.oxgraph.guard.Guard;
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

/**
 * Puts the guard on every user database as it starts, what keeps the workspaces that are held in memory, and what
 * writes the readings of slots. The only class that touches Neo4j's kernel packages.
 */
public final class OxgraphExtensionFactory extends ExtensionFactory<OxgraphExtensionFactory.Dependencies> {
    private static final String SYSTEM_DATABASE = "system";

    /** What the kernel hands over. */
    public interface Dependencies {
        /** The database that starts. */
        GraphDatabaseAPI database();

        /** Where listeners are registered. */
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
        private final CommitListener keeper;
        private final HeartbeatWriter refresher;
        private final List<TransactionEventListener<?>> listeners;

        private Registration(String database, Dependencies dependencies) {
            this.database = database;
            this.dependencies = dependencies;
            this.guard = Guard.ofThisServer(() -> !dependencies.health().hasNoPanic());
            this.keeper = new CommitListener(dependencies.database());
            this.refresher = new HeartbeatWriter(
                    dependencies.database(), dependencies.logs().getInternalLog(HeartbeatWriter.class));
            this.listeners = List.of(guard, keeper);
        }

        @Override
        public void start() {
            guard.start(database);
            listeners.forEach(
                    listener -> dependencies.management().registerTransactionEventListener(database, listener));
            keeper.start();
            dependencies.management().registerDatabaseEventListener(refresher);
            refresher.start();
        }

        @Override
        public void stop() {
            refresher.stop();
            dependencies.management().unregisterDatabaseEventListener(refresher);
            keeper.stop();
            listeners.forEach(
                    listener -> dependencies.management().unregisterTransactionEventListener(database, listener));
            guard.stop(database);
        }
    }
}
