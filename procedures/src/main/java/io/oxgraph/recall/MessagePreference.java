package io.oxgraph.recall;

import io.oxgraph.recall.MessageScoring.Options;
import io.oxgraph.recall.MessageScoring.TimeAsked;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.SearchBackend.Window;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The part of a message's score that is known before it is read: its own match, its speaker and its time. By it the messages
 * are chosen that {@link MessageScoring} scores in full; the nearest alone would leave out most of what a speaker said
 * where many speak (docs/recall.md has the figures).
 */
public final class MessagePreference {
    private final RecallRequest request;
    private final Options options;
    /** Null where no speaker counts. */
    private final QuerySpeakers about;
    /** Null where no time counts. */
    private final TimeAsked window;

    MessagePreference(RecallRequest request, QuerySpeakers about) {
        this.request = request;
        options = Options.of(request);
        boolean alone = request.bySimilarity();
        this.about = !alone && about.isAny() && request.applies(Rules.SPEAKER) ? about : null;
        window = alone ? null : TimeAsked.of(request);
    }

    /** Whether nothing but the own match counts. */
    public boolean isPlain() {
        return about == null && window == null;
    }

    /** Whether the request asks for such messages. */
    public boolean takes(MessageItem message) {
        return request.takes(message);
    }

    /**
     * The score of a message alone.
     *
     * @param cosine cosine similarity with the query, 0 to 1; 0 without a vector match
     * @param words BM25 relative to the best, 0 to 1
     */
    public double own(double cosine, double words) {
        return options.match(cosine, words);
    }

    /** The speakers whom the query names, as messages name them. */
    public Collection<String> speakers() {
        return about == null ? List.of() : about.named();
    }

    /** The time in which what is asked for is said, which ends some days after the time that the query names. */
    public Optional<Window> window() {
        return Optional.ofNullable(window).map(TimeAsked::said);
    }

    /**
     * What is added for who says a message.
     *
     * @param speaker null when there is none
     */
    public double speaker(String role, String speaker) {
        return about == null ? 0 : about.bonus(role, speaker);
    }

    /**
     * What is added for when a message is said.
     *
     * @param said milliseconds since 1970
     */
    public double time(long said) {
        return window == null ? 0 : MessageScoring.WINDOW_BONUS * window.share(said, said);
    }
}
