package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.QueryText;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.text.Names;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The stored messages that only repeat the query: those with its words, and questions without a content word that it
 * lacks. They are no evidence, so recall does not return them, and they do not make it answer. They lead to their
 * replies, though: what another speaker said right after one gets the question's score and relevance.
 *
 * <p>A similarity search looks for messages, so it returns them.
 */
final class EchoedQuestions {
    /** Minimum cosine of a message with the same words. */
    private static final double SAME_MEANING = 0.8;
    /** Least cosine of a question that leaves out some of the query's words. */
    private static final double LIKE_MEANING = 0.3;

    private final RecallRequest request;
    private final boolean compared;
    private final Set<String> keys = new HashSet<>();
    private final Set<String> words = new HashSet<>();
    private final Set<String> terms = new HashSet<>();

    /** @param compared whether the vectors of all messages were compared with the query's */
    EchoedQuestions(RecallRequest request, boolean compared) {
        this.request = request;
        this.compared = compared;
        for (QueryText wording : request.queries()) {
            String key = Names.key(wording.text());
            keys.add(key);
            words.addAll(Arrays.asList(key.split(" ", -1)));
            terms.addAll(Terms.contentTerms(wording.text()).keySet());
        }
    }

    /** Removes the echoes from the candidates. */
    void removeFrom(List<Candidate> candidates) {
        if (request.bySimilarity() || !request.applies(Rules.ECHO)) {
            return;
        }
        List<Candidate> echoes = candidates.stream().filter(this::isEcho).toList();
        if (!echoes.isEmpty()) {
            candidates.removeAll(Set.copyOf(echoes));
            lend(echoes, candidates);
        }
    }

    /** Asks the cheap things first: normalising the texts of a thousand candidates would cost a tenth of a recall. */
    private boolean isEcho(Candidate candidate) {
        if (!candidate.isMessage() || candidate.isEpisode() || !isNear(candidate)) {
            return false;
        }
        String key = Names.key(candidate.message.text());
        return !key.isEmpty() && (keys.contains(key) || (isQuestion(candidate) && saysNothingNew(key)));
    }

    /** By meaning, or by a word in common where the message was not compared. */
    private boolean isNear(Candidate candidate) {
        return candidate.isFoundBy(Retriever.MESSAGE_MEANING)
                ? candidate.cosine() >= (isQuestion(candidate) ? LIKE_MEANING : SAME_MEANING)
                : candidate.isFoundBy(Retriever.MESSAGE_WORDS) && !(compared && candidate.message.hasVector());
    }

    private static boolean isQuestion(Candidate candidate) {
        return candidate.message.traits().question();
    }

    private boolean saysNothingNew(String key) {
        List<String> contentWords = Arrays.stream(key.split(" ", -1))
                .filter(Predicate.not(Terms::isCommon))
                .toList();
        return !contentWords.isEmpty() && contentWords.stream().allMatch(this::isAsked);
    }

    private boolean isAsked(String word) {
        return words.contains(word) || terms.containsAll(Terms.of(word));
    }

    /** Gives the replies the score and relevance of the questions; memories extracted from an echo lose its relevance. */
    private static void lend(Collection<Candidate> echoes, List<Candidate> candidates) {
        Map<String, Candidate> before = new HashMap<>();
        echoes.forEach(echo -> before.put(place(echo.message, 1), echo));
        for (Candidate candidate : candidates) {
            if (candidate.isMemory() && echoes.contains(candidate.source)) {
                candidate.source = null;
            } else if (candidate.isSaid()) {
                Candidate echo = before.get(place(candidate.message, 0));
                if (echo != null && isReply(candidate.message, echo.message)) {
                    candidate.source = echo;
                    candidate.score = Math.max(candidate.score, echo.score);
                }
            }
        }
    }

    private static String place(MessageItem message, long after) {
        return message.position() + after + " " + message.conversationId();
    }

    private static boolean isReply(MessageItem message, MessageItem question) {
        boolean sameSpeaker = message.speaker() == null || message.speaker().equals(question.speaker());
        return !message.traits().question() && !(sameSpeaker && message.role().equals(question.role()));
    }
}
