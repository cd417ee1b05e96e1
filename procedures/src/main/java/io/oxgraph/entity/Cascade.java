package io.oxgraph.entity;

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

/** The rules by which a name finds its entity: by key, then by trigrams, each checked against type and attributes. */
final class Cascade {
    /** Names less alike than this are not looked at, whatever the attributes say. */
    private static final double FLOOR = 0.5;

    /** Names less alike than this are no candidates for anybody to judge. */
    private static final double SHOWN = 0.3;

    private static final int CANDIDATES = 5;
    private static final Comparator<Match> BEST = Comparator.comparingDouble((Match match) -> -match.score())
            .thenComparingDouble(match -> -match.evidence().balance())
            .thenComparing(match -> match.bearer().id());

    private final AliasIndex index;
    private final PlannedNames planned;
    private final double threshold;

    Cascade(AliasIndex index, PlannedNames planned, double threshold) {
        this.index = index;
        this.planned = planned;
        this.threshold = threshold;
    }

    /**
     * What a rule found.
     *
     * @param best the entity; empty when there is none
     * @param sole whether the entity is the only one of this very name
     * @param ambiguous several bear the very name, and nothing tells which is meant
     * @param others the most similar first
     */
    record Found(Optional<Match> best, boolean sole, boolean ambiguous, List<Candidate> others) {}

    /**
     * The one entity of this name that fits. Of several, the one that attributes speak for, else the one of the id
     * {@code unspecified}, which stands for no bearer in particular.
     */
    Found byKey(Asked asked, String unspecified) {
        List<Match> bearers = bearers(asked);
        List<Match> fitting = fitting(bearers, asked);
        if (fitting.size() < 2) {
            return new Found(fitting.stream().findFirst(), bearers.size() == 1, false, List.of());
        }
        Optional<Match> best = fitting.stream()
                .filter(match -> match.evidence().strong())
                .findFirst()
                .or(() -> fitting.stream()
                        .filter(match -> match.bearer().id().equals(unspecified))
                        .findFirst());
        return new Found(best, false, best.isEmpty(), candidates(fitting.stream(), best));
    }

    private List<Match> bearers(Asked asked) {
        Map<String, Match> byBearer = new LinkedHashMap<>();
        List<Known> names = new ArrayList<>(index.byKey(asked.name().key()));
        names.addAll(planned.byKey(asked.name().key()));
        for (Known known : names) {
            byBearer.merge(
                    known.bearer().id(),
                    match(known, 1, asked),
                    (a, b) -> a.known().canonical() ? a : b);
        }
        return byBearer.values().stream().sorted(BEST).toList();
    }

    /** Those of the very type that is asked for, else those of a type that is not another. */
    private static List<Match> fitting(List<Match> bearers, Asked asked) {
        List<Match> fitting =
                bearers.stream().filter(match -> fits(match, asked)).toList();
        List<Match> typed =
                fitting.stream().filter(match -> match.bearer().type() != null).toList();
        return asked.bearer().type() == null || typed.isEmpty() ? fitting : typed;
    }

    /** The entity with the most similar name that fits. */
    Found bySimilarity(Asked asked) {
        boolean telling = !asked.bearer().compared().isEmpty()
                || asked.name().hasCode()
                || asked.name().isLongWord();
        double least = telling ? Math.min(FLOOR, threshold) : threshold;
        List<Near> near = new ArrayList<>(index.similar(asked.name(), least));
        near.addAll(planned.similar(asked.name(), least));
        near.removeIf(name -> name.key().equals(asked.name().key()) || name.score() < SHOWN);
        near.sort(Comparator.comparingDouble(name -> -name.score()));
        Optional<Match> best = near.stream()
                .takeWhile(name -> name.score() >= least)
                .flatMap(name -> name.known().get().map(known -> match(known, name.score(), asked)).stream())
                .sorted(BEST)
                .filter(match -> fits(match, asked) && similarEnough(match, asked))
                .findFirst();
        return new Found(best, false, false, others(near, best));
    }

    /** Below the threshold a name needs more: a code that both have, attributes that agree, or a mere slip. */
    private boolean similarEnough(Match match, Asked asked) {
        boolean similar = match.score() >= threshold;
        boolean strong = match.evidence().strong();
        if (similar && strong) {
            return true;
        }
        Name name = match.known().name();
        boolean enough = similar || strong || name.sharesCode(asked.name()) || name.isSlipOf(asked.name());
        return enough && agrees(match, asked.name());
    }

    /** With the name it is similar to, and with the other spellings of that name that the entity goes by. */
    private boolean agrees(Match match, Name name) {
        if (!match.known().name().agrees(name)) {
            return false;
        }
        List<Known> names = new ArrayList<>(index.namesOf(match.bearer()));
        names.addAll(planned.namesOf(match.bearer()));
        return names.stream()
                .map(Known::name)
                .filter(other -> other.agrees(match.bearer().canonical()))
                .allMatch(name::agrees);
    }

    private static List<Candidate> others(List<Near> near, Optional<Match> best) {
        Stream<Match> matches = near.stream().flatMap(name -> name.known().get().stream()
                .map(known -> new Match(known, name.score(), Evidence.NONE)));
        return candidates(matches, best);
    }

    private static List<Candidate> candidates(Stream<Match> matches, Optional<Match> best) {
        Set<String> seen = new HashSet<>();
        best.ifPresent(match -> seen.add(match.bearer().id()));
        return matches.map(Match::candidate)
                .filter(candidate -> seen.add(candidate.entityId()))
                .limit(CANDIDATES)
                .toList();
    }

    private static Match match(Known known, double score, Asked asked) {
        return new Match(known, score, Evidence.of(asked.bearer(), known.bearer()));
    }

    private static boolean fits(Match match, Asked asked) {
        return !match.evidence().against()
                && sameType(match.bearer().type(), asked.bearer().type());
    }

    /** An unknown type fits every type. */
    private static boolean sameType(String a, String b) {
        return a == null || b == null || Names.key(a).equals(Names.key(b));
    }
}
