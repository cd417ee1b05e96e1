package io.oxgraph.entity;

import io.oxgraph.text.EditDistance;
import io.oxgraph.text.Names;
import io.oxgraph.text.Trigrams;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A name's key, taken apart once for many comparisons. */
final class Name {
    private static final Pattern NUMBER = Pattern.compile("\\p{Nd}+");
    private static final int LONGEST_JOIN = 4;
    private static final int TELLING_DIGITS = 3;
    private static final int LONG_WORD = 10;

    private final String key;
    private final List<String> words;
    private Set<String> trigrams;
    private Set<String> joins;
    private Set<String> numbers;

    Name(String key) {
        this.key = key;
        this.words = key.isEmpty() ? List.of() : List.of(key.split(" "));
    }

    String key() {
        return key;
    }

    List<String> words() {
        return words;
    }

    Set<String> trigrams() {
        if (trigrams == null) {
            trigrams = Trigrams.of(key);
        }
        return trigrams;
    }

    double similarity(Name other) {
        return Trigrams.similarity(trigrams(), other.trigrams());
    }

    /** Whether nothing in the names says that they are of different bearers. */
    boolean agrees(Name other) {
        return sameNumbers(other) && !conflicts(other);
    }

    /** Whether they share a word that names one thing among many: letters and digits, such as a model's number. */
    boolean sharesCode(Name other) {
        return codes().stream().anyMatch(code -> tells(code) && other.joins().contains(code))
                || other.codes().stream().anyMatch(code -> tells(code) && joins().contains(code));
    }

    /**
     * Whether one is the other with a single typing error inside: 002's own example, Volkswagon, whose trigrams are too
     * few in common for any threshold. Only of single words so long that hardly two differ by a letter.
     */
    boolean isSlipOf(Name other) {
        return isLongWord()
                && other.isLongWord()
                && key.charAt(0) == other.key.charAt(0)
                && key.charAt(key.length() - 1) == other.key.charAt(other.key.length() - 1)
                && EditDistance.within(key, other.key, 1);
    }

    boolean isLongWord() {
        return words.size() == 1
                && key.length() >= LONG_WORD
                && key.codePoints().allMatch(Character::isLetter);
    }

    /** Whether it has a word by which {@link #sharesCode} may find it. */
    boolean hasCode() {
        return words.stream().anyMatch(Name::tells) || joins().stream().anyMatch(Name::tells);
    }

    /**
     * The same digits in the same order, where numbers that stand with letters may stand elsewhere; or the numbers of
     * one are among those of the other and a telling one is shared. Never where each has a code that the other lacks.
     */
    private boolean sameNumbers(Name other) {
        boolean mine = lacksCode(other);
        boolean theirs = other.lacksCode(this);
        if (mine && theirs) {
            return false;
        }
        return sameDigits(other)
                || (!mine && !theirs && plainNumbers().equals(other.plainNumbers()))
                || sharesNumber(other);
    }

    /** A number may be cut by blanks in one of them; "1 of 11" and "11 of 1" are cut otherwise. */
    private boolean sameDigits(Name other) {
        List<String> mine = inOrder();
        List<String> theirs = other.inOrder();
        return Names.digits(key).equals(Names.digits(other.key))
                && (mine.equals(theirs) || mine.size() != theirs.size());
    }

    private List<String> inOrder() {
        return NUMBER.matcher(key).results().map(MatchResult::group).toList();
    }

    private boolean sharesNumber(Name other) {
        Set<String> shared = new HashSet<>(numbers());
        shared.retainAll(other.numbers());
        boolean within =
                shared.size() == Math.min(numbers().size(), other.numbers().size());
        return within && shared.stream().anyMatch(number -> number.length() >= TELLING_DIGITS);
    }

    private List<String> plainNumbers() {
        return words.stream().filter(word -> NUMBER.matcher(word).matches()).toList();
    }

    private boolean lacksCode(Name other) {
        return other.codes().stream().anyMatch(code -> !joins().contains(code));
    }

    /** Whether each has words that the other has not, neither joined otherwise nor mistyped. */
    private boolean conflicts(Name other) {
        List<String> mine = new ArrayList<>(surplus(other));
        List<String> theirs = new ArrayList<>(other.surplus(this));
        mine.removeIf(word -> theirs.stream()
                .filter(candidate -> mistyped(word, candidate))
                .findFirst()
                .map(theirs::remove)
                .orElse(false));
        return !mine.isEmpty() && !theirs.isEmpty();
    }

    /** The words that the other lacks. */
    private List<String> surplus(Name other) {
        List<String> surplus = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (!other.joins().contains(words.get(i))) {
                int joined = joinedIn(other, i);
                if (joined == 0) {
                    surplus.add(words.get(i));
                } else {
                    i += joined - 1;
                }
            }
        }
        return surplus;
    }

    /** How many words from here on are one word of the other; 0 when none. */
    private int joinedIn(Name other, int from) {
        StringBuilder join = new StringBuilder(words.get(from));
        for (int n = 2; n <= LONGEST_JOIN && from + n <= words.size(); n++) {
            join.append(words.get(from + n - 1));
            if (other.words.contains(join.toString())) {
                return n;
            }
        }
        return 0;
    }

    /** Short words and numbers are different words as soon as they differ. */
    static boolean mistyped(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        int limit = shorter < 4 ? 0 : shorter < 7 ? 1 : 2;
        return limit > 0 && !NUMBER.matcher(a + b).find() && EditDistance.within(a, b, limit);
    }

    /** The words, and what up to four in a row give written as one. */
    private Set<String> joins() {
        if (joins == null) {
            joins = new HashSet<>();
            for (int i = 0; i < words.size(); i++) {
                StringBuilder join = new StringBuilder();
                for (int j = i; j < Math.min(words.size(), i + LONGEST_JOIN); j++) {
                    joins.add(join.append(words.get(j)).toString());
                }
            }
        }
        return joins;
    }

    private Set<String> numbers() {
        if (numbers == null) {
            numbers = NUMBER.matcher(key)
                    .results()
                    .map(MatchResult::group)
                    .map(digits -> digits.replaceFirst("^0+(?=.)", ""))
                    .collect(Collectors.toSet());
        }
        return numbers;
    }

    /** Words of letters and digits. */
    private List<String> codes() {
        return words.stream()
                .filter(word -> word.codePoints().anyMatch(Character::isDigit)
                        && word.codePoints().anyMatch(Character::isLetter))
                .toList();
    }

    private static boolean tells(String code) {
        return code.length() >= 5
                && code.codePoints().anyMatch(Character::isLetter)
                && code.codePoints().filter(Character::isDigit).count() >= 2;
    }
}
