package io.oxgraph.recall.cache;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who said each message of a segment, and when, in columns: so all are weighed without reading one from memory. */
final class Utterances {
    /** Of items that nobody said. */
    static final Utterances NONE = new Utterances(List.of(), new int[0], new long[0]);
    /** Heap size for each message. */
    static final int BYTES = Integer.BYTES + Long.BYTES;

    private final List<Voice> voices;
    /** By item, its voice. */
    private final int[] by;
    /** By item, in milliseconds since 1970. */
    private final long[] times;

    private Utterances(List<Voice> voices, int[] by, long[] at) {
        this.voices = voices;
        this.by = by;
        this.times = at;
    }

    /** Who says a message, with whom it belongs to. */
    record Voice(String role, String speaker, String userId, String agentId) {}

    /**
     * What a message was said by.
     *
     * @param at milliseconds since 1970
     */
    record Utterance(Voice voice, long at) {}

    /** Of the items of a segment, which are either all said by somebody or none. */
    static Utterances of(List<? extends CachedDocument<?>> docs) {
        if (docs.isEmpty() || docs.getFirst().utterance() == null) {
            return NONE;
        }
        Map<Voice, Integer> numbers = new HashMap<>();
        List<Voice> voices = new ArrayList<>();
        int[] by = new int[docs.size()];
        long[] at = new long[docs.size()];
        for (int i = 0; i < by.length; i++) {
            Utterance one = docs.get(i).utterance();
            by[i] = numbers.computeIfAbsent(one.voice(), voice -> {
                voices.add(voice);
                return voices.size() - 1;
            });
            at[i] = one.at();
        }
        return new Utterances(List.copyOf(voices), by, at);
    }

    /** How many items each voice has. */
    Map<Voice, Integer> count() {
        Map<Voice, Integer> counts = new HashMap<>();
        Arrays.stream(by).forEach(voice -> counts.merge(voices.get(voice), 1, Integer::sum));
        return counts;
    }

    /** Who said an item; nothing of a kind that nobody says. */
    Optional<Voice> voice(int item) {
        return by.length == 0 ? Optional.empty() : Optional.of(voices.get(by[item]));
    }

    /**
     * Adds to each score above 0 what is preferred of its speaker and its time, from the offset on; 0 becomes of what may not
     * be read, so that it takes nobody's place.
     */
    void prefer(MessagePreference preference, Scope scope, double[] scores, int offset) {
        boolean[] read = new boolean[voices.size()];
        double[] bonus = new double[voices.size()];
        boolean all = true;
        for (int i = 0; i < read.length; i++) {
            Voice voice = voices.get(i);
            read[i] = scope.reads(voice.userId(), voice.agentId());
            bonus[i] = preference.speaker(voice.role(), voice.speaker());
            all &= read[i];
        }
        if (all && preference.isPlain()) {
            return;
        }
        boolean timed = preference.window().isPresent();
        for (int i = 0; i < by.length; i++) {
            int at = offset + i;
            if (scores[at] > 0) {
                double more = bonus[by[i]] + (timed ? preference.time(times[i]) : 0);
                scores[at] = read[by[i]] ? scores[at] + more : 0;
            }
        }
    }
}
