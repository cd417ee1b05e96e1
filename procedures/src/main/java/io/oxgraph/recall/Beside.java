package io.oxgraph.recall;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Takes in the messages right before and after the best: "In Berlin." answers the question before it without a word of
 * the query.
 */
final class Beside {
    private static final int BEST = 10;

    private final Sources sources;
    private final RecallRequest request;

    Beside(Sources sources, RecallRequest request) {
        this.sources = sources;
        this.request = request;
    }

    void add(Found found) {
        if (request.wantsMessages() && request.applies(Rules.NEIGHBOURS)) {
            places(found).forEach((conversation, positions) -> sources.messagesAt(conversation, positions).stream()
                    .filter(request::takes)
                    .forEach(found::beside));
        }
    }

    private Map<String, Set<Long>> places(Found found) {
        Map<String, Set<Long>> places = new HashMap<>();
        for (Candidate candidate : best(found)) {
            long position = candidate.message.position();
            places.computeIfAbsent(candidate.message.conversationId(), id -> new TreeSet<>())
                    .addAll(position > 0 ? List.of(position - 1, position + 1) : List.of(position + 1));
        }
        return places;
    }

    private static List<Candidate> best(Found found) {
        return found.candidates.values().stream()
                .filter(candidate -> candidate.isMessage() && !candidate.isEpisode())
                .sorted(Comparator.comparingDouble((Candidate candidate) ->
                        -candidate.scoreOf(Retriever.MESSAGE_MEANING) - candidate.scoreOf(Retriever.MESSAGE_WORDS)))
                .limit(BEST)
                .toList();
    }
}
