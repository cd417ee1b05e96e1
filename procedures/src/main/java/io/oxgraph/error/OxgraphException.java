package io.oxgraph.error;

/** What a client gets: {@code [oxgraph:code] text}, which {@code oxgraph.errors} turns into the class of that code. */
public final class OxgraphException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    OxgraphException(ErrorCode code, String text) {
        super("[oxgraph:" + code.code() + "] " + text);
        this.code = code;
    }

    /** The code of the table. */
    public ErrorCode code() {
        return code;
    }
}
