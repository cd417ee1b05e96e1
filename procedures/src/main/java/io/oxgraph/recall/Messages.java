package io.oxgraph.recall;

import io.oxgraph.recall.MessageGrains.Options;
import io.oxgraph.recall.MessageGrains.Turn;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Puts to {@link MessageGrains} what was found of messages. */
final class Messages {
    /** Things are told afterwards. */
    private static final Duration AFTERWARDS = Duration.ofDays(7);

    private static final double TOLD_AFTERWARDS = 0.5;
    /** So many of each side's best statements are compared. */
    private static final int STATEMENTS = 3;

    private final Map<Retriever, Double> weights;
    private final RecallRequest request;
    private final Aboutness about;

    Messages(Map<Retriever, Double> weights, RecallRequest request, Aboutness about) {
        this.weights = weights;
        this.request = request;
        this.about = about;
    }

    Options options() {
        return new Options(
                weights.get(Retriever.MESSAGE_MEANING), weights.get(Retriever.MESSAGE_WORDS), request.without());
    }

    List<Turn> turns(Collection<Candidate> messages) {
        boolean everybody = !about.isAny() || messages.stream().allMatch(candidate -> about.isAbout(candidate.message));
        return messages.stream().map(message -> turn(message, everybody)).toList();
    }

    private Turn turn(Candidate candidate, boolean everybody) {
        MessageItem message = candidate.message;
        return new Turn(
                message.id(),
                // Each episode is a stretch by itself.
                candidate.isEpisode() ? message.id() : message.conversationId(),
                message.position(),
                candidate.scoreOf(Retriever.MESSAGE_MEANING),
                candidate.scoreOf(Retriever.MESSAGE_WORDS),
                message.traits(),
                !everybody && about.isAbout(message),
                within(message));
    }

    /** Whole where all of it lies within, half where it reaches beyond or comes soon after. */
    private double within(MessageItem message) {
        Window window = request.window();
        if (window == null
                || !request.applies(Rules.WINDOW)
                || message.saidAt().isBefore(window.from())
                || !message.startedAt().isBefore(window.to().plus(AFTERWARDS))) {
            return 0;
        }
        boolean inside =
                !message.startedAt().isBefore(window.from()) && message.saidAt().isBefore(window.to());
        return inside ? 1 : TOLD_AFTERWARDS;
    }

    /**
     * By how much the best statements of the speakers whom the query names are ahead of the others'; 0 where it names
     * nobody. Questions state nothing, so they do not count.
     */
    double lead(List<Turn> turns) {
        if (!about.isNamed() || turns.stream().noneMatch(Turn::about)) {
            return 0;
        }
        return best(turns, true) - best(turns, false);
    }

    private double best(List<Turn> turns, boolean about) {
        Options options = options();
        return turns.stream()
                .filter(turn -> turn.about() == about && !turn.traits().question())
                .map(turn -> MessageGrains.own(turn, options))
                .sorted(Comparator.reverseOrder())
                .limit(STATEMENTS)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }
}
