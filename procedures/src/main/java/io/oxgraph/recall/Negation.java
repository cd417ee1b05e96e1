package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.text.Names;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Excludes what the query negates ("not about X"): entities by any of their names, and words. */
final class Negation {
    private final Set<String> entityIds;
    private final List<String> keys;

    private Negation(Set<String> entityIds, List<String> keys) {
        this.entityIds = entityIds;
        this.keys = keys;
    }

    static Negation of(SearchBackend sources, RecallRequest request) {
        if (!request.applies(Rules.NEGATION) || request.negated().isEmpty()) {
            return new Negation(Set.of(), List.of());
        }
        Set<String> ids = request.negated().stream()
                .flatMap(name -> sources.named(name).stream()
                        .filter(entity -> Names.key(entity.mention()).equals(Names.key(name))))
                .map(NamedEntity::id)
                .collect(Collectors.toSet());
        List<String> keys = request.negated().stream()
                .map(Negation::padded)
                .filter(key -> !key.isBlank())
                .toList();
        return new Negation(ids, keys);
    }

    /** Removes the negated entities. */
    List<NamedEntity> without(Collection<NamedEntity> entities) {
        return entities.stream()
                .filter(entity -> !entityIds.contains(entity.id()))
                .toList();
    }

    /**
     * A memory or an entity is excluded by its text or entities, a message by its speaker only, since a turn says more than the one
     * thing it mentions.
     */
    boolean keepsOut(Candidate candidate) {
        return isAbout(candidate) || (!keys.isEmpty() && names(padded(spoken(candidate))));
    }

    private static String spoken(Candidate candidate) {
        return candidate.isMessage() ? Objects.toString(candidate.message.speaker(), "") : candidate.searched();
    }

    private boolean isAbout(Candidate candidate) {
        if (candidate.isEntity()) {
            return entityIds.contains(candidate.id());
        }
        return candidate.isMemory()
                && (entityIds.contains(candidate.memory.subjectId())
                        || entityIds.contains(candidate.memory.objectId()));
    }

    private boolean names(String text) {
        return keys.stream().anyMatch(text::contains);
    }

    private static String padded(String text) {
        return ' ' + Names.key(text) + ' ';
    }
}
