package io.oxgraph.guard;

import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;

/** Puts a guard on every user database as it starts. The only class that touches Neo4j's kernel packages. */
public final class GuardExtensionFactory extends ExtensionFactory<GuardExtensionFactory.Dependencies> {
    private static final String SYSTEM_DATABASE = "system";

    /** What the kernel hands over. */
    public interface Dependencies {
        /** The database that starts. */
        GraphDatabaseAPI database();

        /** Where listeners are registered. */
        DatabaseManagementService management();
    }

    public GuardExtensionFactory() {
        super(ExtensionType.DATABASE, "oxgraph-guard");
    }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Dependencies dependencies) {
        String name = dependencies.database().databaseName();
        return SYSTEM_DATABASE.equals(name) ? new LifecycleAdapter() : new Registration(name, dependencies);
    }

    private static final class Registration extends LifecycleAdapter {
        private final String database;
        private final Dependencies dependencies;
        private final Guard guard = new Guard(new RevisionClock(System::currentTimeMillis));

        private Registration(String database, Dependencies dependencies) {
            this.database = database;
            this.dependencies = dependencies;
        }

        @Override
        public void start() {
            dependencies.management().registerTransactionEventListener(database, guard);
        }

        @Override
        public void stop() {
            dependencies.management().unregisterTransactionEventListener(database, guard);
        }
    }
}
