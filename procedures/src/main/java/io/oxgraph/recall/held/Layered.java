package io.oxgraph.recall.held;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A map that never changes: a large one, and what changed since, which is joined with it once it is much. */
final class Layered<K, V> {
    private static final int FEW = 64;
    private static final int SHARE = 8;

    private final Map<K, V> base;
    private final Map<K, Optional<V>> changes;

    private Layered(Map<K, V> base, Map<K, Optional<V>> changes) {
        this.base = base;
        this.changes = changes;
    }

    static <K, V> Layered<K, V> empty() {
        return new Layered<>(Map.of(), Map.of());
    }

    /** Null without. */
    V get(K key) {
        Optional<V> change = changes.get(key);
        return change == null ? base.get(key) : change.orElse(null);
    }

    /** @param changed what stands there now; empty where nothing does */
    Layered<K, V> with(Map<K, Optional<V>> changed) {
        if (changed.isEmpty()) {
            return this;
        }
        Map<K, Optional<V>> all = new HashMap<>(changes);
        all.putAll(changed);
        return all.size() > FEW + base.size() / SHARE ? joined(all) : new Layered<>(base, all);
    }

    private Layered<K, V> joined(Map<K, Optional<V>> all) {
        Map<K, V> next = new HashMap<>(base);
        all.forEach((key, value) -> value.ifPresentOrElse(given -> next.put(key, given), () -> next.remove(key)));
        return new Layered<>(next, Map.of());
    }
}
