package io.oxgraph.semantic;

import io.oxgraph.input.Vectors;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Which memory says already what a statement says. */
final class Duplicates {
    private final Conflicts conflicts;
    private final Settings settings;

    Duplicates(Conflicts conflicts, Settings settings) {
        this.conflicts = conflicts;
        this.settings = settings;
    }

    /** By what two say the same, the surest first. */
    enum By {
        HASH,
        VALUE,
        MEANING,
        JUDGE;

        /** As it stands in the graph. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param cosine of the vectors; {@link Double#NaN} where one is missing or it was not asked for */
    record Match(Memory memory, By by, double cosine) {
        /** What the model judged the same comes among those of the same meaning. */
        private By rule() {
            return by == By.JUDGE ? By.MEANING : by;
        }
    }

    /**
     * What was found.
     *
     * @param match null when there is none
     * @param undecided near ones that a model should judge, the nearest first
     */
    record Found(Match match, List<Match> undecided) {}

    private static final Comparator<Match> SUREST = Comparator.comparing(Match::rule)
            .thenComparing(Match::cosine, Duplicates::farther)
            .thenComparing(match -> match.memory().claim().recordedAt().toInstant())
            .thenComparing(match -> match.memory().id());

    private static int farther(double a, double b) {
        return Double.compare(Double.isNaN(b) ? -2 : b, Double.isNaN(a) ? -2 : a);
    }

    /** Looks among {@code around}, which holds all of the same type, subject and predicate that could be meant. */
    Found find(Memory fresh, Judgements judgements, Collection<Memory> around) {
        List<Memory> possible =
                around.stream().filter(old -> isPossible(fresh, old)).toList();
        List<Match> plain = possible.stream()
                .map(old -> plainly(fresh, old))
                .filter(match -> match != null)
                .toList();
        if (!plain.isEmpty()) {
            return new Found(surest(fresh, plain), List.of());
        }
        List<Match> same = new ArrayList<>();
        List<Match> undecided = new ArrayList<>();
        for (Memory old : possible) {
            if (old.status != Status.SUPERSEDED) {
                compareMeaning(fresh, old, judgements, same, undecided);
            }
        }
        undecided.sort(SUREST);
        return new Found(same.stream().min(SUREST).orElse(null), undecided);
    }

    private boolean isPossible(Memory fresh, Memory old) {
        return fresh.claim().sameMatter(old.claim())
                && fresh.claim().predicate().equals(old.claim().predicate())
                && isReadable(fresh, old)
                && objectsAgree(fresh.claim(), old.claim())
                && fresh.overlaps(old)
                && (!fresh.claim().isEvent() || day(fresh.validFrom) == day(old.validFrom));
    }

    /** What was true once is meant only by who says when. */
    private static boolean isReadable(Memory fresh, Memory old) {
        return old.isActive()
                || old.status == Status.EXPIRED
                || (old.isHistory() && !fresh.validFromAssumed && old.holdsAt(fresh.validFrom));
    }

    private static boolean objectsAgree(Claim one, Claim other) {
        return one.objectId() == null
                || other.objectId() == null
                || one.objectId().equals(other.objectId());
    }

    private static long day(ZonedDateTime time) {
        return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDate().toEpochDay();
    }

    private Match plainly(Memory fresh, Memory old) {
        if (fresh.claim().contentHash().equals(old.claim().contentHash())) {
            return new Match(old, By.HASH, Double.NaN);
        }
        String object = fresh.claim().objectId();
        boolean sameValue = object != null && object.equals(old.claim().objectId());
        return sameValue && conflicts.commonKey(fresh.claim(), old.claim()) != null
                ? new Match(old, By.VALUE, Double.NaN)
                : null;
    }

    /** Vectors are read only where they decide. */
    private static Match surest(Memory fresh, List<Match> matches) {
        return matches.size() == 1
                ? matches.getFirst()
                : matches.stream()
                        .map(match -> new Match(match.memory(), match.by(), cosine(fresh, match.memory())))
                        .min(SUREST)
                        .orElseThrow();
    }

    private static double cosine(Memory one, Memory other) {
        float[] a = one.backing().vector();
        float[] b = a == null ? null : other.backing().vector();
        return b == null || a.length != b.length ? Double.NaN : Vectors.dot(a, b);
    }

    private void compareMeaning(
            Memory fresh, Memory old, Judgements judgements, List<Match> same, List<Match> undecided) {
        double cosine = cosine(fresh, old);
        boolean personal = fresh.claim().policy().equals(Claim.CONFIDENCE);
        double surely = personal ? settings.userDuplicateCosine() : settings.duplicateCosine();
        boolean inBand = !personal && cosine >= settings.judgeCosine() && cosine <= surely;
        if (!(cosine > surely || inBand)
                || !fresh.backing().marks().equals(old.backing().marks())) {
            return;
        }
        Boolean judged = judgements.judged().get(old.id());
        if (!inBand) {
            same.add(new Match(old, By.MEANING, cosine));
        } else if (Boolean.TRUE.equals(judged)) {
            same.add(new Match(old, By.JUDGE, cosine));
        } else if (judged == null && judgements.wanted()) {
            undecided.add(new Match(old, By.MEANING, cosine));
        }
    }
}
