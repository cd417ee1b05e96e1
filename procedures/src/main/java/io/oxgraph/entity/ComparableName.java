package io.oxgraph.entity;

import io.oxgraph.input.FieldReader;
import io.oxgraph.table.Limits;
import io.oxgraph.text.Names;
import io.oxgraph.text.TextSimilarity.EditDistance;
import io.oxgraph.text.TextSimilarity.Trigrams;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A name prepared for comparisons: words, trigrams, numbers and codes. */
final class ComparableName {
    private static final Pattern NUMBER = Pattern.compile("\\p{Nd}+");
    private static final int MAX_JOINED_WORDS = 4;
    private static final int MIN_DISTINCTIVE_DIGITS = 3;
    private static final int LONG_WORD = 10;

    private final String key;
    private final List<String> words;
    private Set<String> trigrams;
    private Set<String> joins;
    private Set<String> numbers;

    ComparableName(String key) {
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

    double similarity(ComparableName other) {
        return Trigrams.similarity(trigrams(), other.trigrams());
    }

    /** Whether nothing in the names suggests different entities. */
    boolean agrees(ComparableName other) {
        return sameNumbers(other) && !conflicts(other) && !isTurnedAround(other);
    }

    /** Whether they share a code of letters and digits, such as a model number. */
    boolean sharesCode(ComparableName other) {
        return codes().stream().anyMatch(code -> tells(code) && other.joins().contains(code))
                || other.codes().stream().anyMatch(code -> tells(code) && joins().contains(code));
    }

    /**
     * Whether they differ by a single typing error inside a long word, such as Volkswagon and Volkswagen, whose
     * trigram similarity is below any useful threshold.
     */
    boolean differsByTypo(ComparableName other) {
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

    /** Whether it has a code for {@link #sharesCode}. */
    boolean hasCode() {
        return words.stream().anyMatch(ComparableName::tells)
                || joins().stream().anyMatch(ComparableName::tells);
    }

    /**
     * Whether the numbers agree: the same digits in order, or the numbers of one are among the other's and a long one
     * is shared. False when each has a code that the other lacks.
     */
    private boolean sameNumbers(ComparableName other) {
        boolean mine = lacksCode(other);
        boolean theirs = other.lacksCode(this);
        if (mine && theirs) {
            return false;
        }
        return sameDigits(other)
                || (!mine && !theirs && plainNumbers().equals(other.plainNumbers()))
                || sharesNumber(other);
    }

    /** Digits in order may be grouped differently, but "1 of 11" differs from "11 of 1". */
    private boolean sameDigits(ComparableName other) {
        List<String> mine = inOrder();
        List<String> theirs = other.inOrder();
        return Names.digits(key).equals(Names.digits(other.key))
                && (mine.equals(theirs) || mine.size() != theirs.size());
    }

    private List<String> inOrder() {
        return NUMBER.matcher(key).results().map(MatchResult::group).toList();
    }

    private boolean sharesNumber(ComparableName other) {
        Set<String> shared = new HashSet<>(numbers());
        shared.retainAll(other.numbers());
        boolean within =
                shared.size() == Math.min(numbers().size(), other.numbers().size());
        return within && shared.stream().anyMatch(number -> number.length() >= MIN_DISTINCTIVE_DIGITS);
    }

    private List<String> plainNumbers() {
        return words.stream().filter(word -> NUMBER.matcher(word).matches()).toList();
    }

    private boolean lacksCode(ComparableName other) {
        return other.codes().stream().anyMatch(code -> !joins().contains(code));
    }

    /** Whether each has words that the other lacks, even joined or mistyped. */
    private boolean conflicts(ComparableName other) {
        List<String> mine = new ArrayList<>(surplus(other));
        List<String> theirs = new ArrayList<>(other.surplus(this));
        mine.removeIf(word -> theirs.stream()
                .filter(candidate -> mistyped(word, candidate))
                .findFirst()
                .map(theirs::remove)
                .orElse(false));
        return !mine.isEmpty() && !theirs.isEmpty();
    }

    /**
     * Whether they say the same of each other's parts: "tea over coffee" and "coffee over tea", "Ada owes Ben" and "Ben
     * owes Ada". Two words alone may be a name and a family name in either order.
     */
    private boolean isTurnedAround(ComparableName other) {
        int end = words.size();
        if (end != other.words.size() || end < 3 || words.equals(other.words)) {
            return false;
        }
        int start = 0;
        while (words.get(start).equals(other.words.get(start))) {
            start++;
        }
        while (words.get(end - 1).equals(other.words.get(end - 1))) {
            end--;
        }
        List<String> mine = words.subList(start, end);
        List<String> theirs = other.words.subList(start, end);
        return IntStream.range(1, mine.size()).anyMatch(first -> IntStream.range(first + 1, mine.size())
                .anyMatch(last -> theirs.equals(
                        Stream.of(mine.subList(last, mine.size()), mine.subList(first, last), mine.subList(0, first))
                                .flatMap(List::stream)
                                .toList())));
    }

    /** The words missing in the other. */
    private List<String> surplus(ComparableName other) {
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

    /** Number of words from here that form one word of the other; 0 when none. */
    private int joinedIn(ComparableName other, int from) {
        StringBuilder join = new StringBuilder(words.get(from));
        for (int n = 2; n <= MAX_JOINED_WORDS && from + n <= words.size(); n++) {
            join.append(words.get(from + n - 1));
            if (other.words.contains(join.toString())) {
                return n;
            }
        }
        return 0;
    }

    /** Whether two words differ by typing errors; short words and numbers must be equal. */
    static boolean mistyped(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        int limit = shorter < 4 ? 0 : shorter < 7 ? 1 : 2;
        return limit > 0 && !NUMBER.matcher(a + b).find() && EditDistance.within(a, b, limit);
    }

    /** The words, and joins of up to four adjacent words. */
    private Set<String> joins() {
        if (joins == null) {
            joins = new HashSet<>();
            for (int i = 0; i < words.size(); i++) {
                StringBuilder join = new StringBuilder();
                for (int j = i; j < Math.min(words.size(), i + MAX_JOINED_WORDS); j++) {
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

    /** Words with both letters and digits. */
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

    /**
     * A name's key, or the reason why the name is invalid.
     *
     * @param reason empty when the key is valid
     */
    record NameKey(String text, Optional<String> reason) {
        /** Maximum length of a name, in characters. */
        static final int MAX_NAME_LENGTH = Limits.of("entity_name");

        /** Maximum length of a key in bytes, by the size of an index entry. */
        private static final int MAX_KEY_BYTES = 4_000;

        /** @param name may be null */
        static NameKey of(String name) {
            if (name == null) {
                return refused("is missing");
            }
            if (FieldReader.isLonger(name, MAX_NAME_LENGTH)) {
                return refused("is longer than " + MAX_NAME_LENGTH + " characters");
            }
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
                return refused("is no valid Unicode text");
            }
            String key = Names.key(name);
            if (key.isEmpty()) {
                return refused("has no letter and no digit");
            }
            boolean tooLong = key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES;
            return tooLong ? refused("is too long") : new NameKey(key, Optional.empty());
        }

        private static NameKey refused(String reason) {
            return new NameKey("", Optional.of(reason));
        }
    }
}
