package io.oxgraph.semantic;

import java.util.Map;

/**
 * What a language model decided, or is to decide.
 *
 * @param wanted whether to ask where only a model can tell
 * @param judged memory id → whether it says the same
 * @param entityJudged name → id of the entity that it means, '' for a new one
 */
record Judgements(boolean wanted, Map<String, Boolean> judged, Map<String, String> entityJudged) {
    static final Judgements NONE = new Judgements(false, Map.of(), Map.of());
}
