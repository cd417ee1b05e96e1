package io.oxgraph.testing;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides the one embedded Neo4j that all tests of a process share.
 *
 * <p>It is kept by the process, not by JUnit, whose stores live no longer than a class here: Surefire runs each by
 * itself. To start a Neo4j takes longer than most classes.
 */
public final class Neo4jExtension implements ParameterResolver {
    private static @Nullable TestNeo4j neo4j;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestGraph.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return new TestGraph(shared().database());
    }

    private static synchronized TestNeo4j shared() {
        TestNeo4j running = neo4j;
        if (running == null) {
            running = TestNeo4j.start();
            Runtime.getRuntime().addShutdownHook(new Thread(running::close));
            neo4j = running;
        }
        return running;
    }
}
