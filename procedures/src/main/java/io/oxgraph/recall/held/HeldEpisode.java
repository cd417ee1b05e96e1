package io.oxgraph.recall.held;

import io.oxgraph.recall.EpisodeItem;
import java.time.Instant;

/** An episode as it is held. */
final class HeldEpisode extends HeldSaid<HeldEpisode> implements EpisodeItem {
    private final EpisodeFields fields;

    HeldEpisode(String node, String id, Fixed vector, Words words, EpisodeFields fields) {
        super(node, id, vector, words);
        this.fields = fields;
    }

    @Override
    int conversation() {
        return fields.conversation();
    }

    @Override
    public String conversationId() {
        return fields.conversationId();
    }

    @Override
    public String text() {
        return fields.summary();
    }

    @Override
    public Instant startedAt() {
        return fields.startedAt();
    }

    @Override
    public Instant saidAt() {
        return fields.endedAt();
    }

    @Override
    public long turnCount() {
        return fields.turnCount();
    }

    @Override
    public int compareTo(HeldEpisode other) {
        return id().compareTo(other.id());
    }

    @Override
    long bytes() {
        return super.bytes() + size(fields.summary());
    }

    @Override
    public String toString() {
        return "episode " + id() + " " + fields;
    }
}
