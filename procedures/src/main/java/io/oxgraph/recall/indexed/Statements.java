package io.oxgraph.recall.indexed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The Cypher of this room: one statement a file, {@code oxgraph/recall/<name>.cypher} in the jar. */
final class Statements {
    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

    private Statements() {}

    static String get(String name) {
        return TEXTS.computeIfAbsent(name, Statements::read);
    }

    private static String read(String name) {
        try (InputStream in = Statements.class.getResourceAsStream("/oxgraph/recall/" + name + ".cypher")) {
            if (in == null) {
                throw new IllegalStateException("oxgraph/recall/" + name + ".cypher is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
