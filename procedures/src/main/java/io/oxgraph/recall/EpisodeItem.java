package io.oxgraph.recall;

import java.time.Instant;

/**
 * Many turns summed up, as far as ranking needs it: said by nobody, at no place of its conversation, and finished when
 * the last of them was said.
 */
public interface EpisodeItem extends MessageItem {
    String ROLE = "episode";

    /** A summary states things, however it ends, and leans on nothing beside it. */
    TurnTraits TRAITS = new TurnTraits(1, false);

    @Override
    Instant startedAt();

    long turnCount();

    @Override
    default long position() {
        return -1;
    }

    @Override
    default String role() {
        return ROLE;
    }

    @Override
    default String speaker() {
        return null;
    }

    @Override
    default TurnTraits traits() {
        return TRAITS;
    }
}
