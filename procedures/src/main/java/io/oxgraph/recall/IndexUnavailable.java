package io.oxgraph.recall;

/** Says that an index which a retriever needs is missing or not online. It costs that retriever, never the answer. */
public final class IndexUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public IndexUnavailable(String index) {
        super(index);
    }
}
