package io.oxgraph.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of one batch that the graph does not have yet; they find each other like those it has. */
final class PlannedNames {
    /** As in the index, but without its scoring, so that more have to be looked at. */
    private static final int MOST = 2 * AliasIndex.LIMIT;

    private final Map<String, List<Known>> byKey = new HashMap<>();
    private final Map<String, List<Known>> byTrigram = new HashMap<>();
    private final Map<String, List<Known>> byBearer = new HashMap<>();
    private long examined;

    void clear() {
        byKey.clear();
        byTrigram.clear();
        byBearer.clear();
    }

    void add(Known known) {
        add(byKey, known.name().key(), known);
        add(byBearer, known.bearer().id(), known);
        known.name().trigrams().forEach(trigram -> add(byTrigram, trigram, known));
    }

    private static void add(Map<String, List<Known>> names, String key, Known known) {
        names.computeIfAbsent(key, unused -> new ArrayList<>()).add(known);
    }

    /** The entity of this id, if a name was planned for it. */
    Optional<Bearer> bearer(String id) {
        return Optional.ofNullable(byBearer.get(id))
                .map(names -> names.getFirst().bearer());
    }

    List<Known> byKey(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    List<Known> namesOf(Bearer bearer) {
        return byBearer.getOrDefault(bearer.id(), List.of());
    }

    long examined() {
        return examined;
    }

    /** As {@link AliasIndex#similar}: the rarest trigrams first, until so many names are found. */
    List<Near> similar(Name name, double least) {
        Set<Known> found = new LinkedHashSet<>();
        for (String trigram : Prefix.of(name.trigrams(), least, this::count)) {
            for (Known known : byTrigram.getOrDefault(trigram, List.of())) {
                if (found.size() < MOST && found.add(known)) {
                    examined++;
                }
            }
        }
        return found.stream().map(known -> near(known, name)).toList();
    }

    private static Near near(Known known, Name name) {
        return new Near(known.name().key(), known.name().similarity(name), () -> Optional.of(known));
    }

    private int count(String trigram) {
        return byTrigram.getOrDefault(trigram, List.of()).size();
    }
}
