package io.oxgraph.recall.cache;

import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;

/** When each memory of a segment holds, in columns: so all are compared with a time without reading one from memory. */
final class Validities {
    /** Of items that hold at no time. */
    static final Validities NONE = new Validities(0);
    /** Heap size for each memory. */
    static final int BYTES = 2 * Long.BYTES;

    /** By item, in microseconds since 1970. */
    private final long[] from;

    private final long[] to;
    /** Items without a duration. */
    private final BitSet moments = new BitSet();

    private Validities(int count) {
        from = new long[count];
        to = new long[count];
    }

    /**
     * When a memory holds.
     *
     * @param moment whether it has no duration, like an event
     */
    record Validity(Instant from, Instant to, boolean moment) {}

    /** Of the items of a segment, which either all hold at some time or none. */
    static Validities of(List<? extends CachedDocument<?>> docs) {
        if (docs.isEmpty() || docs.getFirst().validity() == null) {
            return NONE;
        }
        Validities all = new Validities(docs.size());
        for (int i = 0; i < docs.size(); i++) {
            Validity one = docs.get(i).validity();
            all.from[i] = Window.micros(one.from());
            all.to[i] = Window.micros(one.to());
            all.moments.set(i, one.moment());
        }
        return all;
    }

    /** Writes how near each is to a window into scores from the offset on. */
    void nearness(Window window, double[] scores, int offset) {
        for (int i = 0; i < from.length; i++) {
            scores[offset + i] = window.nearness(from[i], to[i], moments.get(i));
        }
    }
}
