package io.oxgraph.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides the one embedded Neo4j that all tests share. */
public final class Neo4jExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(Neo4jExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestGraph.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestNeo4j neo4j = context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(TestNeo4j.class, key -> TestNeo4j.start(), TestNeo4j.class);
        return new TestGraph(neo4j.database());
    }
}
