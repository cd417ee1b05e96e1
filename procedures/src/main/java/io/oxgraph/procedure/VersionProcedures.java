package io.oxgraph.procedure;

import io.oxgraph.model.PluginVersion;
import java.util.stream.Stream;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** Versions of the plugin and the server. */
public final class VersionProcedures {
    @Context
    public Transaction tx;

    /** The plugin's version and the server's. */
    public record Versions(String version, String neo4j_version) {}

    @UserFunction("oxgraph.version")
    @Description("The version of the oxgraph plugin.")
    public String version() {
        return PluginVersion.current();
    }

    @Procedure(name = "oxgraph.version", mode = Mode.READ)
    @Description("The versions of the oxgraph plugin and of Neo4j; refuses a client of another major.minor.")
    public Stream<Versions> versions(@Name(value = "client_version", defaultValue = "") String clientVersion) {
        PluginVersion.check(clientVersion);
        return Stream.of(new Versions(PluginVersion.current(), ServerVersion.read(tx)));
    }

    /** Reads the server's Neo4j version. */
    static final class ServerVersion {
        private static final String QUERY =
                "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version";

        private ServerVersion() {}

        static String read(Transaction tx) {
            try (Result result = tx.execute(QUERY)) {
                return (String) result.next().get("version");
            }
        }
    }
}
