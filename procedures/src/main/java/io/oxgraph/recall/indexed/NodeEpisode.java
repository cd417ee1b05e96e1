package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Keys;
import io.oxgraph.recall.EpisodeItem;
import java.time.Instant;
import org.neo4j.graphdb.Node;

/** An episode as it stands in the graph. */
record NodeEpisode(Properties properties) implements EpisodeItem {
    private static final String[] READ = {
        Keys.ID, "conversation_id", "summary", "started_at", "ended_at", "turn_count",
    };

    static NodeEpisode of(Node node) {
        return new NodeEpisode(new Properties(node.getProperties(READ)));
    }

    @Override
    public String id() {
        return properties.text(Keys.ID);
    }

    @Override
    public String conversationId() {
        return properties.text("conversation_id");
    }

    @Override
    public String text() {
        return properties.text("summary");
    }

    @Override
    public Instant startedAt() {
        return properties.time("started_at", saidAt());
    }

    @Override
    public Instant saidAt() {
        return properties.time("ended_at", Instant.EPOCH);
    }

    @Override
    public long turnCount() {
        return (long) properties.number("turn_count", 0);
    }
}
