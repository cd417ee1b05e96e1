package io.oxgraph.semantic;

import java.util.function.Supplier;

/** What of a memory is read only where a rule asks for it, and then once. */
final class Backing {
    private final Supplier<String> contentSource;
    private final Supplier<float[]> vectorSource;
    private final Supplier<Links> linksSource;
    private String content;
    private float[] vector;
    private boolean vectorRead;
    private Links links;
    private Marks marks;

    Backing(Supplier<String> content, Supplier<float[]> vector, Supplier<Links> links) {
        this.contentSource = content;
        this.vectorSource = vector;
        this.linksSource = links;
    }

    /** For a memory that is not in the graph yet. */
    static Backing of(String content, float[] vector) {
        return new Backing(() -> content, () -> vector, Links::new);
    }

    String content() {
        if (content == null) {
            content = contentSource.get();
        }
        return content;
    }

    /** What tells its content apart from one of nearly the same vector. */
    Marks marks() {
        if (marks == null) {
            marks = Marks.of(content());
        }
        return marks;
    }

    /** Its vector of the workspace's model; null without one. */
    float[] vector() {
        if (!vectorRead) {
            vector = vectorSource.get();
            vectorRead = true;
        }
        return vector;
    }

    void vector(float[] given) {
        vector = given;
        vectorRead = true;
    }

    Links links() {
        if (links == null) {
            links = linksSource.get();
        }
        return links;
    }
}
