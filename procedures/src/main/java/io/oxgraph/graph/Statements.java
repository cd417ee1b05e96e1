package io.oxgraph.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The plugin's Cypher statements, one per file: {@code oxgraph/<name>.cypher} in the jar. */
public final class Statements {
    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

    private Statements() {}

    /** The text of a statement, named with its folder, such as {@code working/living}. */
    public static String get(String name) {
        return TEXTS.computeIfAbsent(name, Statements::read);
    }

    private static String read(String name) {
        try (InputStream in = Statements.class.getResourceAsStream("/oxgraph/" + name + ".cypher")) {
            if (in == null) {
                throw new IllegalStateException("oxgraph/" + name + ".cypher is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
