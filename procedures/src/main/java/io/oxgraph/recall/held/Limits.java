package io.oxgraph.recall.held;

/**
 * How much is held at most; system properties of the server change it.
 *
 * @param vectors of a workspace ({@code oxgraph.held.vectors}, 100,000); 0 holds nothing
 * @param bytes of all workspaces: this share of the heap ({@code oxgraph.held.heap_share}, 0.33)
 */
record Limits(int vectors, long bytes) {
    /** Items without vectors may be so many times more. */
    private static final int ITEMS = 8;

    private static final int VECTORS = 100_000;
    private static final double HEAP_SHARE = 0.33;

    static Limits ofServer() {
        double share = Double.parseDouble(System.getProperty("oxgraph.held.heap_share", String.valueOf(HEAP_SHARE)));
        return new Limits(Integer.getInteger("oxgraph.held.vectors", VECTORS), (long)
                (share * Runtime.getRuntime().maxMemory()));
    }

    boolean allow(Book book) {
        return book.vectors() <= vectors && book.items() <= (long) ITEMS * vectors && book.bytes() <= bytes;
    }
}
