package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessageItem.TurnTraits;
import io.oxgraph.recall.MessageScoring.Options;
import io.oxgraph.recall.MessageScoring.Turn;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.SearchBackend.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores messages by their own match, that of the memories derived from them, their neighbouring turns, their
 * conversation, their speaker, their time and what they say, since a turn's meaning is rarely in that turn alone. The constants were
 * measured: docs/recall.md.
 */
final class MessageScoring {
    /** How far the neighbouring turns are whose scores count, and the share of each. */
    private static final long[] NEIGHBOURS = {-1, 1, -2, 2};

    private static final double[] NEIGHBOUR_WEIGHTS = {0.4, 0.3, 0.1, 0.1};

    /** Number of terms above which a message depends less on its neighbours. */
    private static final double SELF_CONTAINED_TERMS = 10;

    /** Weight of the best memory that was derived from a message: its statement in other words. */
    private static final double DERIVED_WEIGHT = 0.1;

    private static final double CONVERSATION_WEIGHT = 0.3;
    /** For a message of a speaker whom the query names. */
    static final double SPEAKER_BONUS = 0.5;
    /** For a message of the user in a query about them. */
    static final double USER_BONUS = 0.3;
    /** For a message of the assistant where the query asks what the assistant said. */
    static final double ASSISTANT_BONUS = 0.1;

    private static final double QUESTION_PENALTY = -0.25;
    /** Up to this number of terms a question gets the full penalty; from twice as many on, none. */
    private static final double QUESTION_TERMS = 12;

    static final double WINDOW_BONUS = 0.35;
    /** For a message with a time, or names, where the query asks for one. */
    private static final double ANSWER_BONUS = 0.3;
    /** Number of terms above which a message has such things anyway, so that they count less. */
    private static final double ANSWER_TERMS = 40;

    private static final Comparator<Said> BY_POSITION = Comparator.comparingLong(one -> one.turn.position());

    private final Options options;
    private final int count;
    /** The messages of each conversation in its order, so that neighbouring turns stand side by side. */
    private final List<List<Said>> conversations;

    private MessageScoring(Collection<Turn> turns, Options options) {
        this.options = options;
        Map<ConversationKey, List<Said>> said = new LinkedHashMap<>();
        int given = 0;
        for (Turn turn : turns) {
            said.computeIfAbsent(turn.conversation(), conversation -> new ArrayList<>())
                    .add(new Said(turn, given++, own(turn, options)));
        }
        count = turns.size();
        conversations = List.copyOf(said.values());
        conversations.forEach(conversation -> conversation.sort(BY_POSITION));
    }

    /**
     * A message with the score of its own match.
     *
     * @param given its place among the given ones
     */
    private record Said(Turn turn, int given, double own) {}

    /**
     * The features of one message.
     *
     * @param speaker null when there is none
     * @param cosine cosine similarity with the query, 0 to 1; 0 without a vector match
     * @param words BM25 relative to the best, 0 to 1
     * @param derived score of the best memory that was derived from it, 0 without one
     * @param speakerBonus what is added where the query asks for its speaker's messages, 0 where it does not
     * @param within 1 within the requested time window, 0.5 in the days after it
     * @param answers how far it says the kind of thing that the query asks for, 0 to 1
     */
    record Turn(
            String id,
            ConversationKey conversation,
            long position,
            String speaker,
            double cosine,
            double words,
            double derived,
            TurnTraits traits,
            double speakerBonus,
            double within,
            double answers) {
        /** Whether the query asks for its speaker's messages. */
        boolean about() {
            return speakerBonus > 0;
        }
    }

    /**
     * Weights and switched-off rules.
     *
     * @param cosine, words weights of the two scores
     * @param without names of the rules left out
     */
    record Options(double cosine, double words, Collection<String> without) {
        static Options of(RecallRequest request) {
            Map<Retriever, Double> weights = request.weights();
            return new Options(
                    weights.get(Retriever.MESSAGE_MEANING), weights.get(Retriever.MESSAGE_WORDS), request.without());
        }

        /** The score of a message by its own match. */
        double match(double cosine, double words) {
            return this.cosine * cosine + this.words * words;
        }

        private boolean applies(String rule) {
            return !without.contains(rule);
        }
    }

    /** Returns the score of each message, in their order. */
    static double[] scores(Collection<Turn> turns, Options options) {
        return new MessageScoring(turns, options).scores();
    }

    /** The score of a message alone. */
    static double own(Turn turn, Options options) {
        return options.match(turn.cosine(), turn.words()) + DERIVED_WEIGHT * turn.derived();
    }

    private double[] scores() {
        double[] bonuses = options.applies(Rules.CONVERSATION) ? bonuses() : new double[conversations.size()];
        boolean byNeighbours = options.applies(Rules.NEIGHBOURS);
        double[] scores = new double[count];
        for (int number = 0; number < bonuses.length; number++) {
            List<Said> conversation = conversations.get(number);
            for (int i = 0; i < conversation.size(); i++) {
                Said one = conversation.get(i);
                scores[one.given] = one.own
                        + (byNeighbours ? around(conversation, i) : 0)
                        + bonuses[number]
                        + by(one.turn)
                        + shape(one.turn)
                        + time(one.turn)
                        + answer(one.turn);
            }
        }
        return scores;
    }

    private static double around(List<Said> conversation, int at) {
        double sum = 0;
        for (int i = 0; i < NEIGHBOURS.length; i++) {
            sum += NEIGHBOUR_WEIGHTS[i] * neighbour(conversation, at, NEIGHBOURS[i]);
        }
        int terms = conversation.get(at).turn.traits().terms();
        return sum * Math.min(1, SELF_CONTAINED_TERMS / Math.max(1, terms));
    }

    /** The own score of a turn so many positions further; 0 where that was not found. */
    private static double neighbour(List<Said> conversation, int at, long distance) {
        long wanted = conversation.get(at).turn.position() + distance;
        int step = distance < 0 ? -1 : 1;
        for (int i = at + step; i >= 0 && i < conversation.size(); i += step) {
            Said other = conversation.get(i);
            long beyond = step * (other.turn.position() - wanted);
            if (beyond >= 0) {
                return beyond == 0 ? other.own : 0;
            }
        }
        return 0;
    }

    /** By conversation, the mean of its best turns relative to the best conversation. */
    private double[] bonuses() {
        double best = conversations.stream()
                .flatMap(List::stream)
                .mapToDouble(Said::own)
                .reduce(0, Math::max);
        double[] means =
                conversations.stream().mapToDouble(MessageScoring::bestMean).toArray();
        double most = Arrays.stream(means).reduce(0, Math::max);
        double scale = most == 0 ? 0 : CONVERSATION_WEIGHT * best / most;
        return Arrays.stream(means).map(mean -> mean * scale).toArray();
    }

    /** The mean of the best two, or of the only one. */
    private static double bestMean(List<Said> conversation) {
        double first = Double.NEGATIVE_INFINITY;
        double second = Double.NEGATIVE_INFINITY;
        for (Said one : conversation) {
            if (one.own > first) {
                second = first;
                first = one.own;
            } else {
                second = Math.max(second, one.own);
            }
        }
        return conversation.size() == 1 ? first : (first + second) / 2;
    }

    private double by(Turn turn) {
        return options.applies(Rules.SPEAKER) ? turn.speakerBonus() : 0;
    }

    /** Penalty for questions, which rarely answer; less for long ones. */
    private double shape(Turn turn) {
        TurnTraits traits = turn.traits();
        return traits.question() && options.applies(Rules.QUESTION)
                ? QUESTION_PENALTY * Math.clamp(2 - traits.terms() / QUESTION_TERMS, 0, 1)
                : 0;
    }

    private static double answer(Turn turn) {
        return ANSWER_BONUS
                * turn.answers()
                * Math.min(1, ANSWER_TERMS / Math.max(1, turn.traits().terms()));
    }

    private static double time(Turn turn) {
        return WINDOW_BONUS * turn.within();
    }

    /** Builds the features of the found messages. */
    static final class TurnFeatures {
        private final RecallRequest request;
        private final QuerySpeakers about;

        private final WantedAnswer wanted;
        private final boolean byAnswer;
        /** Null without one, or where it does not count. */
        private final TimeAsked window;

        TurnFeatures(RecallRequest request, QuerySpeakers about) {
            this.wanted = WantedAnswer.of(request.query());
            this.byAnswer = request.applies(Rules.ANSWER);
            this.window = TimeAsked.of(request);
            this.request = request;
            this.about = about;
        }

        Options options() {
            return Options.of(request);
        }

        List<Turn> turns(Collection<Candidate> messages) {
            boolean everybody = !about.isAny() || messages.stream().allMatch(candidate -> bonus(candidate.message) > 0);
            return messages.stream().map(message -> turn(message, everybody)).toList();
        }

        private Turn turn(Candidate candidate, boolean everybody) {
            MessageItem message = candidate.message;
            return new Turn(
                    message.id(),
                    // Each episode counts as a conversation of its own.
                    candidate.isEpisode() ? new ConversationKey("", message.id()) : message.conversation(),
                    message.position(),
                    message.speaker(),
                    candidate.scoreOf(Retriever.MESSAGE_MEANING),
                    candidate.scoreOf(Retriever.MESSAGE_WORDS),
                    candidate.derived,
                    message.traits(),
                    everybody ? 0 : bonus(message),
                    within(message),
                    byAnswer ? wanted.in(message.traits()) : 0);
        }

        private double bonus(MessageItem message) {
            return about.bonus(message.role(), message.speaker());
        }

        private double within(MessageItem message) {
            return window == null
                    ? 0
                    : window.share(
                            message.startedAt().toEpochMilli(), message.saidAt().toEpochMilli());
        }

        /** The lead of the mentioned speakers' statements. */
        SpeakerLead lead(List<Turn> turns) {
            return about.isNamed() ? SpeakerLead.of(turns, options()) : SpeakerLead.NONE;
        }
    }

    /**
     * The time that a request asks for.
     *
     * @param from, to milliseconds since 1970, the end excluded
     */
    record TimeAsked(long from, long to) {
        /** People talk about events within a week after them. */
        private static final long GRACE = Duration.ofDays(7).toMillis();

        private static final double AFTER = 0.5;

        /** Null without one, or where it does not count. */
        static TimeAsked of(RecallRequest request) {
            Window window = request.applies(Rules.WINDOW) ? request.window() : null;
            return window == null
                    ? null
                    : new TimeAsked(window.from().toEpochMilli(), window.to().toEpochMilli());
        }

        /** From its beginning to the last moment at which a share is given. */
        Window said() {
            return new Window(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to + GRACE));
        }

        /** 1 for what was said within it, 0.5 for what overlaps it or was said soon after, else 0. */
        double share(long began, long ended) {
            if (ended < from || began >= to + GRACE) {
                return 0;
            }
            return began >= from && ended < to ? 1 : AFTER;
        }
    }
}
