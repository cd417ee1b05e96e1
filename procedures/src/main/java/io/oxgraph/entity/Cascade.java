package io.oxgraph.entity;

import io.oxgraph.text.Names;
import io.oxgraph.text.Trigrams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules by which a name finds its entity: by key, then by trigrams, each checked against type and attributes. */
final class Cascade {
    private static final int CANDIDATES = 5;
    private static final Comparator<Match> BEST = Comparator.comparingDouble(Match::score)
            .thenComparingDouble(match -> match.evidence().balance())
            .reversed()
            .thenComparing(match -> match.bearer().id());

    private final AliasIndex index;
    private final PlannedNames planned;
    private final double threshold;

    Cascade(AliasIndex index, PlannedNames planned, double threshold) {
        this.index = index;
        this.planned = planned;
        this.threshold = threshold;
    }

    /** @param others what else it may mean, the most similar first */
    record Similar(Optional<Match> best, List<Candidate> others) {}

    /**
     * The one entity of this name that fits. Of several the one whose attributes say so, else the one of the id
     * {@code unspecified}; empty when there is none.
     */
    Optional<Match> byKey(String key, String unspecified, Mention mention) {
        List<Match> fitting = matches(key, mention);
        if (fitting.size() < 2) {
            return fitting.stream().findFirst();
        }
        return fitting.stream()
                .filter(match -> match.evidence().strong())
                .findFirst()
                .or(() -> fitting.stream()
                        .filter(match -> match.bearer().id().equals(unspecified))
                        .findFirst());
    }

    private List<Match> matches(String key, Mention mention) {
        Map<String, Match> byBearer = new LinkedHashMap<>();
        List<Known> names = new ArrayList<>(index.byKey(key));
        names.addAll(planned.byKey(key));
        for (Known name : names) {
            Match match = match(name, 1, mention);
            if (fits(match, mention)) {
                byBearer.merge(name.bearer().id(), match, (a, b) -> a.name().canonical() ? a : b);
            }
        }
        return byBearer.values().stream().sorted(BEST).toList();
    }

    Similar bySimilarity(String key, Set<String> trigrams, Mention mention) {
        List<Known> names = new ArrayList<>(index.similar(key, trigrams, threshold));
        names.addAll(planned.similar(trigrams, threshold));
        List<Match> all = names.stream()
                .filter(name -> !name.key().equals(key))
                .map(name -> match(name, Trigrams.similarity(trigrams, name.trigrams()), mention))
                .sorted(BEST)
                .toList();
        Optional<Match> best = all.stream()
                .filter(match -> match.score() >= threshold && fits(match, mention) && sameDigits(match, key))
                .findFirst();
        return new Similar(best, candidates(all));
    }

    private static List<Candidate> candidates(List<Match> matches) {
        return matches.stream().map(Match::candidate).limit(CANDIDATES).toList();
    }

    private static boolean sameDigits(Match match, String key) {
        return Names.digits(match.name().key()).equals(Names.digits(key));
    }

    private static Match match(Known name, double score, Mention mention) {
        return new Match(
                name, score, Evidence.of(mention.attributes(), name.bearer().attributes()));
    }

    private static boolean fits(Match match, Mention mention) {
        return !match.evidence().against() && sameType(match.bearer().type(), mention.type());
    }

    /** An unknown type fits every type. */
    private static boolean sameType(String a, String b) {
        return a == null || b == null || Names.key(a).equals(Names.key(b));
    }
}
