package io.oxgraph.entity;

import io.oxgraph.entity.AliasIndex.EntityName;
import io.oxgraph.entity.AliasIndex.PrefixFilter;
import io.oxgraph.entity.AliasIndex.SimilarName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of one batch that are not stored yet, searched like stored ones. */
final class PendingNames {
    /** Larger than the index's limit, since there is no ranking here. */
    private static final int MAX_CANDIDATES = 2 * AliasIndex.LIMIT;

    private final Map<String, List<EntityName>> byKey = new HashMap<>();
    private final Map<String, List<EntityName>> byTrigram = new HashMap<>();
    private final Map<String, List<EntityName>> byHolder = new HashMap<>();
    private long examined;

    void clear() {
        byKey.clear();
        byTrigram.clear();
        byHolder.clear();
    }

    void add(EntityName known) {
        add(byKey, known.name().key(), known);
        add(byHolder, known.holder().id(), known);
        known.name().trigrams().forEach(trigram -> add(byTrigram, trigram, known));
    }

    private static void add(Map<String, List<EntityName>> names, String key, EntityName known) {
        names.computeIfAbsent(key, unused -> new ArrayList<>()).add(known);
    }

    /** The pending entity with this id, if any. */
    Optional<EntityCandidate> holder(String id) {
        return Optional.ofNullable(byHolder.get(id))
                .map(names -> names.getFirst().holder());
    }

    List<EntityName> byKey(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    List<EntityName> namesOf(EntityCandidate holder) {
        return byHolder.getOrDefault(holder.id(), List.of());
    }

    long examined() {
        return examined;
    }

    /** Like {@link AliasIndex#similar}: rarest trigrams first, up to the limit. */
    List<SimilarName> similar(ComparableName name, double minimum) {
        Set<EntityName> found = new LinkedHashSet<>();
        for (String trigram : PrefixFilter.of(name.trigrams(), minimum, this::count)) {
            for (EntityName known : byTrigram.getOrDefault(trigram, List.of())) {
                if (found.size() < MAX_CANDIDATES && found.add(known)) {
                    examined++;
                }
            }
        }
        return found.stream().map(known -> near(known, name)).toList();
    }

    private static SimilarName near(EntityName known, ComparableName name) {
        return new SimilarName(known.name().key(), known.name().similarity(name), () -> Optional.of(known));
    }

    private int count(String trigram) {
        return byTrigram.getOrDefault(trigram, List.of()).size();
    }
}
