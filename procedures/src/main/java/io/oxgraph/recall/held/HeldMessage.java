package io.oxgraph.recall.held;

import io.oxgraph.recall.TurnTraits;
import java.time.Instant;

/** A message as it is held. */
final class HeldMessage extends HeldSaid<HeldMessage> {
    private final MessageFields fields;
    /** Made when first asked for, at worst by two readers at once. */
    private TurnTraits traits;

    HeldMessage(String node, String id, Fixed vector, Words words, MessageFields fields) {
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
    public long position() {
        return fields.position();
    }

    @Override
    public String role() {
        return fields.role();
    }

    @Override
    public String speaker() {
        return fields.speaker();
    }

    @Override
    public String text() {
        return fields.text();
    }

    @Override
    public Instant saidAt() {
        return fields.saidAt();
    }

    @Override
    public String episodeId() {
        return fields.episodeId();
    }

    @Override
    public TurnTraits traits() {
        TurnTraits known = traits;
        if (known == null) {
            known = TurnTraits.of(speaker(), text());
            traits = known;
        }
        return known;
    }

    /** Compares it with a place. */
    int compareTo(int conversation, long position) {
        int order = Integer.compare(fields.conversation(), conversation);
        return order == 0 ? Long.compare(fields.position(), position) : order;
    }

    @Override
    public int compareTo(HeldMessage other) {
        int order = compareTo(other.conversation(), other.position());
        return order == 0 ? id().compareTo(other.id()) : order;
    }

    @Override
    long bytes() {
        return super.bytes() + size(fields.text());
    }

    @Override
    public String toString() {
        return "message " + id() + " " + fields;
    }
}
