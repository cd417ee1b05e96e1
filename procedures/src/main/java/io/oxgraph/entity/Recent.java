package io.oxgraph.entity;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps what was read last, so that a batch of any size needs no more than so much memory. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int KEPT = 5_000;

    Recent() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > KEPT;
    }
}
