package io.oxgraph.semantic;

import io.oxgraph.input.Vectors;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.semantic.Statement.ModelJudgements;
import io.oxgraph.table.Table;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the memory that already says what a statement says: by content hash, by value, by cosine similarity, or by a
 * model's judgement.
 */
final class Duplicates {
    private final Conflicts conflicts;
    private final Settings settings;

    Duplicates(Conflicts conflicts, Settings settings) {
        this.conflicts = conflicts;
        this.settings = settings;
    }

    /** How a duplicate was found, the most certain first. */
    enum By {
        HASH,
        VALUE,
        MEANING,
        JUDGE;

        /** As stored. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param cosine cosine similarity; {@link Double#NaN} when a vector is missing or not needed */
    record Match(Memory memory, By by, double cosine) {
        /** A model's judgement ranks with similarity. */
        private By rule() {
            return by == By.JUDGE ? By.MEANING : by;
        }
    }

    /**
     * The result of a search for duplicates.
     *
     * @param match the duplicate; null when there is none
     * @param undecided similar memories that a model should judge, nearest first
     */
    record Found(Match match, List<Match> undecided) {}

    private static final Comparator<Match> SUREST = Comparator.comparing(Match::rule)
            .thenComparing(Match::cosine, Duplicates::farther)
            .thenComparing(match -> match.memory().assertion().recordedAt().toInstant())
            .thenComparing(match -> match.memory().id());

    private static int farther(double a, double b) {
        return Double.compare(Double.isNaN(b) ? -2 : b, Double.isNaN(a) ? -2 : a);
    }

    /**
     * Searches {@code around}, all memories of the same type, subject and predicate, and by a model's judgement alone
     * {@code others}, similar ones with another predicate.
     */
    Found find(Memory fresh, ModelJudgements judgements, Collection<Memory> around, Collection<Memory> others) {
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
        others.stream()
                .filter(old -> !hasPredicateOf(fresh, old) && isAbout(fresh, old) && old.status != Status.SUPERSEDED)
                .forEach(old -> compareMeaning(fresh, old, judgements, same, undecided));
        undecided.sort(SUREST);
        return new Found(same.stream().min(SUREST).orElse(null), undecided);
    }

    /** The active ones of {@code around} that plainly say the same as a memory, the first one first. */
    List<Memory> twins(Memory memory, Collection<Memory> around) {
        return around.stream()
                .filter(other -> other != memory
                        && other.isActive()
                        && isPossible(memory, other)
                        && plainly(memory, other) != null)
                .sorted(Memory.BY_TIME)
                .toList();
    }

    private boolean isPossible(Memory fresh, Memory old) {
        return hasPredicateOf(fresh, old) && isAbout(fresh, old);
    }

    private static boolean hasPredicateOf(Memory fresh, Memory old) {
        return fresh.assertion().predicate().equals(old.assertion().predicate());
    }

    private boolean isAbout(Memory fresh, Memory old) {
        return fresh.assertion().sameMatter(old.assertion())
                && isReadable(fresh, old)
                && objectsAgree(fresh.assertion(), old.assertion())
                && fresh.overlaps(old)
                && (!fresh.assertion().isEvent() || day(fresh.validFrom) == day(old.validFrom));
    }

    /** A past memory matches only a statement with a given time. */
    private static boolean isReadable(Memory fresh, Memory old) {
        return old.isActive()
                || old.status == Status.EXPIRED
                || (old.isHistory() && !fresh.validFromAssumed && old.holdsAt(fresh.validFrom));
    }

    private static boolean objectsAgree(Assertion one, Assertion other) {
        return one.objectId() == null
                || other.objectId() == null
                || one.objectId().equals(other.objectId());
    }

    private static long day(ZonedDateTime time) {
        return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDate().toEpochDay();
    }

    private Match plainly(Memory fresh, Memory old) {
        if (fresh.assertion().contentHash().equals(old.assertion().contentHash())) {
            return new Match(old, By.HASH, Double.NaN);
        }
        String object = fresh.assertion().objectId();
        boolean sameValue = object != null && object.equals(old.assertion().objectId());
        return sameValue && conflicts.commonKey(fresh.assertion(), old.assertion()) != null
                ? new Match(old, By.VALUE, Double.NaN)
                : null;
    }

    /** Vectors are read only when they decide. */
    private static Match surest(Memory fresh, List<Match> matches) {
        return matches.size() == 1
                ? matches.getFirst()
                : matches.stream()
                        .map(match -> new Match(match.memory(), match.by(), cosine(fresh, match.memory())))
                        .min(SUREST)
                        .orElseThrow();
    }

    private static double cosine(Memory one, Memory other) {
        float[] a = one.lazy().vector();
        float[] b = a == null ? null : other.lazy().vector();
        return b == null || a.length != b.length ? Double.NaN : Vectors.dot(a, b);
    }

    private void compareMeaning(
            Memory fresh, Memory old, ModelJudgements judgements, List<Match> same, List<Match> undecided) {
        double cosine = cosine(fresh, old);
        boolean personal = fresh.assertion().policy().equals(Assertion.CONFIDENCE);
        double surely = personal ? settings.userDuplicateCosine() : settings.duplicateCosine();
        boolean doubtful = !hasPredicateOf(fresh, old) || (!personal && cosine <= surely);
        boolean inBand = doubtful && cosine >= settings.judgeCosine();
        if (!(inBand || (!doubtful && cosine > surely))
                || !fresh.lazy().tokens().equals(old.lazy().tokens())) {
            return;
        }
        Boolean judged = judgements.judged().get(old.id());
        if (!inBand && saysOtherValue(fresh, old)) {
            return;
        }
        if (!inBand) {
            same.add(new Match(old, By.MEANING, cosine));
        } else if (Boolean.TRUE.equals(judged)) {
            same.add(new Match(old, By.JUDGE, cosine));
        } else if (judged == null && judgements.wanted()) {
            undecided.add(new Match(old, By.MEANING, cosine));
        }
    }

    /** Without objects to compare, the words tell the values of a predicate or topic with one value apart. */
    private boolean saysOtherValue(Memory fresh, Memory old) {
        boolean compared =
                fresh.assertion().objectId() != null && old.assertion().objectId() != null;
        return !compared
                && conflicts.commonKey(fresh.assertion(), old.assertion()) != null
                && ReplacedWords.between(fresh.lazy().content(), old.lazy().content());
    }

    /**
     * Tokens that distinguish two contents whose vectors are near: embedding models place "has 2 cats" near "has 3
     * cats", and "is" near "is not".
     *
     * @param digits runs of digits in order
     * @param negations negation words, sorted
     * @param names capitalised words inside a sentence
     */
    record DistinguishingTokens(List<String> digits, List<String> negations, Set<String> names) {
        private static final Pattern DIGITS = Pattern.compile("\\p{Nd}+");
        private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’-]*");
        /** Characters after which a capital letter starts a sentence. */
        private static final String SENTENCE_ENDS = ".!?…:\n\r";

        private static final int MAX_ABBREVIATION_LENGTH = 3;

        /** Of all languages, which a content does not name. */
        private static final Set<String> NEGATIONS = negations(false);

        /** Parts of words of the scripts without blanks. */
        private static final Set<String> NEGATING_PARTS = negations(true);

        private static final Set<String> ALWAYS_CAPITAL =
                Set.of("I", "I'm", "I've", "I'd", "I'll", "I’m", "I’ve", "I’d", "I’ll");

        static DistinguishingTokens of(String content) {
            List<String> negations = new ArrayList<>();
            Set<String> names = new TreeSet<>();
            Matcher words = WORD.matcher(content);
            while (words.find()) {
                String word = words.group();
                negation(word.toLowerCase(Locale.ROOT).replace('’', '\''), negations);
                if (isName(word) && !startsSentence(content, words.start())) {
                    names.add(word);
                }
            }
            NEGATING_PARTS.stream().filter(content::contains).forEach(negations::add);
            negations.sort(null);
            return new DistinguishingTokens(
                    DIGITS.matcher(content).results().map(MatchResult::group).toList(), negations, names);
        }

        private static Set<String> negations(boolean unspaced) {
            return Table.read("negations").stream()
                    .filter(row -> row.get("language").equals("cjk") == unspaced)
                    .flatMap(row -> Arrays.stream(row.get("words").split(" ")))
                    .collect(Collectors.toUnmodifiableSet());
        }

        private static void negation(String word, List<String> found) {
            if (word.endsWith("n't") || word.equals("cannot")) {
                found.add("not");
            } else if (NEGATIONS.contains(word)) {
                found.add(word);
            }
        }

        private static boolean isName(String word) {
            int first = word.codePointAt(0);
            return (Character.isUpperCase(first) || Character.isTitleCase(first)) && !ALWAYS_CAPITAL.contains(word);
        }

        /** Quotes and brackets are skipped. */
        private static boolean startsSentence(String content, int at) {
            for (int i = at - 1; i >= 0; i--) {
                char before = content.charAt(i);
                if (SENTENCE_ENDS.indexOf(before) >= 0) {
                    return !(before == '.' && endsAbbreviation(content, i));
                }
                if (Character.isLetterOrDigit(before) || before == ',' || before == ';') {
                    return false;
                }
            }
            return true;
        }

        /** As in "Dr. Smith". */
        private static boolean endsAbbreviation(String content, int dot) {
            int start = dot;
            while (start > 0 && Character.isLetter(content.charAt(start - 1))) {
                start--;
            }
            return start < dot
                    && dot - start <= MAX_ABBREVIATION_LENGTH
                    && Character.isUpperCase(content.charAt(start));
        }
    }
}
