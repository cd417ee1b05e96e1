package io.oxgraph.recall;

import java.util.List;

/** The rules that a call can leave out by name, beside the retrievers. */
final class Rules {
    static final String CONFIDENCE = "confidence";
    static final String FRESHNESS = "freshness";
    static final String CONTRADICTIONS = "contradictions";
    static final String NEGATION = "negation";
    static final String NEIGHBOURS = "neighbours";
    static final String CONVERSATION = "conversation";
    static final String SPEAKER = "speaker";
    static final String QUESTION = "question";
    static final String WINDOW = "message_window";
    static final String REPEATS = "repeats";
    static final String DIVERSITY = "diversity";
    static final String THRESHOLD = "threshold";

    static final List<String> ALL = List.of(
            CONFIDENCE,
            FRESHNESS,
            CONTRADICTIONS,
            NEGATION,
            NEIGHBOURS,
            CONVERSATION,
            SPEAKER,
            QUESTION,
            WINDOW,
            REPEATS,
            DIVERSITY,
            THRESHOLD);

    private Rules() {}
}
