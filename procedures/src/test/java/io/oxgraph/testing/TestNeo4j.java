package io.oxgraph.testing;

import io.oxgraph.procedure.ArchiveProcedures;
import io.oxgraph.procedure.CaptureProcedures;
import io.oxgraph.procedure.ChangeProcedures;
import io.oxgraph.procedure.ConversationProcedures;
import io.oxgraph.procedure.CountFunctions;
import io.oxgraph.procedure.EffectProcedures;
import io.oxgraph.procedure.EntityProcedures;
import io.oxgraph.procedure.InjectProcedures;
import io.oxgraph.procedure.MoveProcedures;
import io.oxgraph.procedure.PatternFunctions;
import io.oxgraph.procedure.PurgeProcedures;
import io.oxgraph.procedure.ReadFunctions;
import io.oxgraph.procedure.RecallProcedures;
import io.oxgraph.procedure.SemanticProcedures;
import io.oxgraph.procedure.StatisticsFunctions;
import io.oxgraph.procedure.TextFunctions;
import io.oxgraph.procedure.TimeFunctions;
import io.oxgraph.procedure.VersionProcedures;
import io.oxgraph.procedure.WalkProcedures;
import io.oxgraph.procedure.WorkingProcedures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseInternalSettings.CypherExpressionEngine;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.harness.Neo4jBuilders;

/** A Neo4j in this process, with the plugin and the schema of cypher/migrations. */
final class TestNeo4j implements AutoCloseable {
    private static final Path MIGRATIONS = Path.of("../cypher/migrations");
    private static final List<Class<?>> PROCEDURES = List.of(
            ArchiveProcedures.class,
            MoveProcedures.class,
            CaptureProcedures.class,
            ChangeProcedures.class,
            ConversationProcedures.class,
            EntityProcedures.class,
            InjectProcedures.class,
            EffectProcedures.class,
            PurgeProcedures.class,
            RecallProcedures.class,
            SemanticProcedures.class,
            VersionProcedures.class,
            WalkProcedures.class,
            WorkingProcedures.class);
    private static final List<Class<?>> FUNCTIONS = List.of(
            TextFunctions.class,
            ReadFunctions.class,
            TimeFunctions.class,
            StatisticsFunctions.class,
            PatternFunctions.class,
            EntityProcedures.class,
            InjectProcedures.class,
            RecallProcedures.class,
            SemanticProcedures.class,
            VersionProcedures.class);

    private final Neo4j neo4j;

    private TestNeo4j(Neo4j neo4j) {
        this.neo4j = neo4j;
    }

    static TestNeo4j start() {
        // Tests write nodes with only the properties that they are about: those without created_at pass the guard.
        System.setProperty("oxgraph.test.partial_nodes", "true");
        // A database that stays small is not worth new plans whenever its statistics change, nor bytecode of
        // expressions.
        Neo4jBuilder builder = Neo4jBuilders.newInProcessBuilder()
                .withDisabledServer()
                .withConfig(BoltConnector.enabled, false)
                .withConfig(GraphDatabaseSettings.cypher_min_replan_interval, Duration.ofHours(1))
                .withConfig(GraphDatabaseInternalSettings.cypher_expression_engine, CypherExpressionEngine.INTERPRETED);
        PROCEDURES.forEach(builder::withProcedure);
        FUNCTIONS.forEach(builder::withFunction);
        builder.withAggregationFunction(CountFunctions.class);
        TestNeo4j started = new TestNeo4j(builder.build());
        started.migrate();
        return started;
    }

    GraphDatabaseService database() {
        return neo4j.defaultDatabaseService();
    }

    private void migrate() {
        statements().forEach(database()::executeTransactionally);
        database().executeTransactionally("CALL db.awaitIndexes(120)");
    }

    private static List<String> statements() {
        try (Stream<Path> files = Files.list(MIGRATIONS)) {
            return files.filter(file -> file.toString().endsWith(".cypher"))
                    .sorted()
                    .flatMap(TestNeo4j::statements)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> statements(Path file) {
        try {
            String text = Files.readString(file).replaceAll("(?m)^\\s*//.*$", "");
            return Stream.of(text.split(";")).filter(statement -> !statement.isBlank());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        neo4j.close();
    }
}
