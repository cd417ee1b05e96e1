package io.oxgraph.recall.held;

import io.oxgraph.recall.MessageItem;

/**
 * What was said, as it is held: a message or an episode.
 *
 * @param <D> its own kind
 */
abstract class HeldSaid<D extends HeldSaid<D>> extends Doc<D> implements MessageItem {
    HeldSaid(String node, String id, Fixed vector, Words words) {
        super(node, id, vector, words);
    }

    /** A number for its conversation. */
    abstract int conversation();
}
