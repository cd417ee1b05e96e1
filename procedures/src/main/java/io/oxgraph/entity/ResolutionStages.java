package io.oxgraph.entity;

import io.oxgraph.entity.AliasIndex.EntityName;
import io.oxgraph.entity.AliasIndex.SimilarName;
import io.oxgraph.entity.EntityCandidate.EntityNodes;
import io.oxgraph.entity.Resolution.Mention;
import io.oxgraph.entity.Resolution.SimilarEntity;
import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The stages of entity resolution: exact key, then trigram similarity, each checked against type and attributes. */
final class ResolutionStages {
    /** Minimum similarity for a match, whatever the attributes. */
    private static final double MIN_SIMILARITY = 0.5;

    /** Minimum similarity of candidates for a model or person. */
    private static final double CANDIDATE_FLOOR = 0.3;

    private static final int CANDIDATES = 5;
    private static final Comparator<NameMatch> BEST_FIRST = Comparator.comparingDouble(
                    (NameMatch match) -> -match.score())
            .thenComparingDouble(match -> -match.evidence().balance())
            .thenComparing(match -> match.holder().id());

    private final AliasIndex index;
    private final PendingNames planned;
    private final double threshold;

    ResolutionStages(AliasIndex index, PendingNames planned, double threshold) {
        this.index = index;
        this.planned = planned;
        this.threshold = threshold;
    }

    /**
     * The result of a stage.
     *
     * @param best the matching entity; empty when there is none
     * @param sole whether it is the only entity with this name
     * @param ambiguous whether several entities have this name and nothing tells them apart
     * @param others other candidates, most similar first
     */
    record Found(Optional<NameMatch> best, boolean sole, boolean ambiguous, List<SimilarEntity> others) {}

    /**
     * Matches by exact key. Of several entities, the one whose attributes agree, else the one with an id of {@code
     * unspecified}, the default entity of the name.
     */
    Found byKey(NameQuery query, Set<String> unspecified) {
        List<NameMatch> holders = holders(query);
        List<NameMatch> fitting = fitting(holders, query);
        if (fitting.size() < 2) {
            return new Found(fitting.stream().findFirst(), holders.size() == 1, false, List.of());
        }
        Optional<NameMatch> best = fitting.stream()
                .filter(match -> match.evidence().strong())
                .findFirst()
                .or(() -> fitting.stream()
                        .filter(match -> unspecified.contains(match.holder().id()))
                        .findFirst());
        return new Found(best, false, best.isEmpty(), candidates(fitting.stream(), best));
    }

    private List<NameMatch> holders(NameQuery query) {
        Map<String, NameMatch> byHolder = new LinkedHashMap<>();
        List<EntityName> names = new ArrayList<>(index.byKey(query.name().key()));
        names.addAll(planned.byKey(query.name().key()));
        for (EntityName known : ownFirst(names, query.mention().owner())) {
            byHolder.merge(
                    known.holder().id(),
                    match(known, 1, query),
                    (a, b) -> a.known().canonical() ? a : b);
        }
        return byHolder.values().stream().sorted(BEST_FIRST).toList();
    }

    /** The names that the owner's statements can mean: of the owner's own entities, and of shared ones if it has none. */
    private static List<EntityName> ownFirst(List<EntityName> names, String owner) {
        List<EntityName> own = names.stream()
                .filter(name -> !owner.isEmpty() && name.holder().owner().equals(owner))
                .toList();
        return own.isEmpty()
                ? names.stream().filter(name -> name.holder().isKnownTo(owner)).toList()
                : own;
    }

    /** The candidates of the given type; without any, those of unknown type. */
    private static List<NameMatch> fitting(List<NameMatch> holders, NameQuery query) {
        List<NameMatch> fitting =
                holders.stream().filter(match -> fits(match, query)).toList();
        List<NameMatch> typed =
                fitting.stream().filter(match -> match.holder().type() != null).toList();
        return query.holder().type() == null || typed.isEmpty() ? fitting : typed;
    }

    /** Matches by name similarity. */
    Found bySimilarity(NameQuery query) {
        boolean isDistinctive = !query.holder().compared().isEmpty()
                || query.name().hasCode()
                || query.name().isLongWord();
        double minimum = isDistinctive ? Math.min(MIN_SIMILARITY, threshold) : threshold;
        List<SimilarName> near = new ArrayList<>(
                index.similar(query.name(), minimum, query.mention().owner()));
        near.addAll(planned.similar(query.name(), minimum));
        near.removeIf(name -> name.key().equals(query.name().key()) || name.score() < CANDIDATE_FLOOR);
        near.sort(Comparator.comparingDouble(name -> -name.score()));
        Optional<NameMatch> best = near.stream()
                .takeWhile(name -> name.score() >= minimum)
                .flatMap(name -> known(name, query).map(known -> match(known, name.score(), query)).stream())
                .sorted(BEST_FIRST)
                .filter(match -> fits(match, query) && similarEnough(match, query))
                .findFirst();
        return new Found(best, false, false, others(near, best, query));
    }

    /**
     * Below the threshold a name needs further agreement: a shared code, agreeing attributes, or a single typing
     * error.
     */
    private boolean similarEnough(NameMatch match, NameQuery query) {
        boolean similar = match.score() >= threshold;
        boolean strong = match.evidence().strong();
        if (similar && strong) {
            return true;
        }
        ComparableName name = match.known().name();
        boolean enough = similar || strong || name.sharesCode(query.name()) || name.differsByTypo(query.name());
        return enough && agrees(match, query.name());
    }

    /** Whether the name agrees with the similar name and the entity's other spellings of it. */
    private boolean agrees(NameMatch match, ComparableName name) {
        if (!match.known().name().agrees(name)) {
            return false;
        }
        List<EntityName> names = new ArrayList<>(index.namesOf(match.holder()));
        names.addAll(planned.namesOf(match.holder()));
        return names.stream()
                .map(EntityName::name)
                .filter(other -> other.agrees(match.holder().canonical()))
                .allMatch(name::agrees);
    }

    private static Optional<EntityName> known(SimilarName name, NameQuery query) {
        return name.known().get().filter(known -> known.holder()
                .isKnownTo(query.mention().owner()));
    }

    private static List<SimilarEntity> others(List<SimilarName> near, Optional<NameMatch> best, NameQuery query) {
        Stream<NameMatch> matches = near.stream().flatMap(name -> known(name, query).stream()
                .map(known -> new NameMatch(known, name.score(), AttributeEvidence.NONE)));
        return candidates(matches, best);
    }

    private static List<SimilarEntity> candidates(Stream<NameMatch> matches, Optional<NameMatch> best) {
        Set<String> seen = new HashSet<>();
        best.ifPresent(match -> seen.add(match.holder().id()));
        return matches.map(NameMatch::candidate)
                .filter(candidate -> seen.add(candidate.entityId()))
                .limit(CANDIDATES)
                .toList();
    }

    private static NameMatch match(EntityName known, double score, NameQuery query) {
        return new NameMatch(known, score, AttributeEvidence.of(query.holder(), known.holder()));
    }

    private static boolean fits(NameMatch match, NameQuery query) {
        return !match.evidence().against()
                && sameType(match.holder().type(), query.holder().type());
    }

    /** An unknown type matches every type. */
    private static boolean sameType(String a, String b) {
        return a == null || b == null || Names.key(a).equals(Names.key(b));
    }

    /** A mention prepared for comparison: its name, and a candidate with its type and attributes. */
    record NameQuery(ComparableName name, EntityCandidate holder, Mention mention) {
        static NameQuery of(String key, Mention mention) {
            EntityCandidate holder = new EntityCandidate(
                    null,
                    "",
                    EntityNodes.display(mention.name()),
                    mention.owner(),
                    mention.type(),
                    EntityNodes.attributes(mention.attributes()));
            return new NameQuery(new ComparableName(key), holder, mention);
        }
    }

    /** An alias of an entity and its match with the query. */
    record NameMatch(EntityName known, double score, AttributeEvidence evidence) {
        EntityCandidate holder() {
            return known.holder();
        }

        SimilarEntity candidate() {
            return new SimilarEntity(holder().id(), holder().name(), score);
        }
    }
}
