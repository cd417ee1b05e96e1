package io.oxgraph.recall.indexed;

/** The Cypher of this room: one statement a file, {@code oxgraph/recall/<name>.cypher} in the jar. */
final class Statements {
    private Statements() {}

    static String get(String name) {
        return io.oxgraph.graph.Statements.get("recall/" + name);
    }
}
