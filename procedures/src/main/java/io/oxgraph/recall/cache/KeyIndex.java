package io.oxgraph.recall.cache;

import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which items of a segment have a key: those about an entity, of a topic, with a predicate. Each kind is made when it is
 * asked for first, since many workspaces are never asked.
 */
final class KeyIndex {
    private static final int[] NONE = {};

    private final List<? extends CachedDocument<?>> docs;
    private final Map<ItemKey, Map<String, int[]>> kinds = new EnumMap<>(ItemKey.class);

    /** @param docs their order gives the places */
    KeyIndex(List<? extends CachedDocument<?>> docs) {
        this.docs = docs;
    }

    /** What an item is looked up by. */
    enum ItemKey {
        /** The entity that it is about, as subject or object. */
        ENTITY,
        TOPIC,
        PREDICATE
    }

    /** The places of the items with a key. */
    int[] places(ItemKey kind, String key) {
        return of(kind).getOrDefault(key, NONE);
    }

    private synchronized Map<String, int[]> of(ItemKey kind) {
        return kinds.computeIfAbsent(kind, this::made);
    }

    private Map<String, int[]> made(ItemKey kind) {
        Map<String, List<Integer>> found = new HashMap<>();
        for (int place = 0; place < docs.size(); place++) {
            for (String key : docs.get(place).keys(kind)) {
                if (!key.isEmpty()) {
                    found.computeIfAbsent(key, given -> new ArrayList<>(1)).add(place);
                }
            }
        }
        Map<String, int[]> made = new HashMap<>();
        found.forEach((key, places) ->
                made.put(key, places.stream().mapToInt(Integer::intValue).toArray()));
        return made;
    }
}
