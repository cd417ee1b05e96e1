package io.oxgraph.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of one batch that the graph does not have yet; they find each other like those it has. */
final class PlannedNames {
    private final Map<String, List<Known>> byKey = new HashMap<>();
    private final Map<String, List<Known>> byTrigram = new HashMap<>();
    private final Map<String, Bearer> bearers = new HashMap<>();
    private long examined;

    void clear() {
        byKey.clear();
        byTrigram.clear();
        bearers.clear();
    }

    void add(Known name) {
        byKey.computeIfAbsent(name.key(), key -> new ArrayList<>()).add(name);
        name.trigrams().forEach(trigram -> byTrigram
                .computeIfAbsent(trigram, key -> new ArrayList<>())
                .add(name));
        bearers.putIfAbsent(name.bearer().id(), name.bearer());
    }

    /** The entity of this id that is yet to be created; null when there is none. */
    Bearer bearer(String id) {
        return bearers.get(id);
    }

    List<Known> byKey(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    long examined() {
        return examined;
    }

    /** As {@link AliasIndex#similar}: the rarest trigrams first, until so many names are found. */
    Collection<Known> similar(Set<String> trigrams, double threshold) {
        Set<Known> found = new LinkedHashSet<>();
        for (String trigram : Prefix.of(trigrams, threshold)) {
            for (Known name : byTrigram.getOrDefault(trigram, List.of())) {
                if (found.size() == AliasIndex.LIMIT) {
                    return found;
                }
                if (found.add(name)) {
                    examined++;
                }
            }
        }
        return found;
    }
}
