package io.oxgraph.recall.held;

/**
 * An item that is searched by meaning or by words.
 *
 * @param <D> its own kind, whose items have an order
 */
abstract class Doc<D extends Doc<D>> extends Item implements Comparable<D> {
    /** A place in an index of words. */
    private static final int POSTING = 10;

    /** Moves when it is packed with others; the numbers are the same wherever a reader still finds them. */
    private Fixed vector;

    private final Words words;

    /** @param vector null without */
    Doc(String node, String id, Fixed vector, Words words) {
        super(node, id);
        this.vector = vector;
        this.words = words;
    }

    final Fixed vector() {
        return vector;
    }

    final void vector(Fixed moved) {
        vector = moved;
    }

    final Words words() {
        return words;
    }

    @Override
    long bytes() {
        long numbers = vector == null ? 0 : vector.bytes();
        return super.bytes() + numbers + (long) POSTING * words.count();
    }
}
