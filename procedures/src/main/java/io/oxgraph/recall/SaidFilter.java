package io.oxgraph.recall;

/**
 * Which of what was said may be found at all; held inside each retriever, so that what is left out takes no place.
 *
 * @param messages, episodes the kinds
 * @param conversationId null for all
 * @param excludedId a conversation that is left out; null for none
 */
public record SaidFilter(boolean messages, boolean episodes, String conversationId, String excludedId) {
    /** Everything. */
    public static final SaidFilter ALL = new SaidFilter(true, true, null, null);

    /** All of one conversation. */
    public static SaidFilter in(String conversationId) {
        return new SaidFilter(true, true, conversationId, null);
    }

    /** Whether something of this conversation may be found. */
    public boolean takes(String conversation) {
        return (conversationId == null || conversationId.equals(conversation)) && !conversation.equals(excludedId);
    }
}
