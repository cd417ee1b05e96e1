package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Keys;
import io.oxgraph.recall.MessageItem;
import java.time.Instant;
import org.neo4j.graphdb.Node;

/** A message as it stands in the graph. */
record NodeMessage(Properties properties) implements MessageItem {
    private static final String[] READ = {
        Keys.ID, "conversation_id", "position", "role", "speaker", "text", "said_at", "episode_id",
    };

    static NodeMessage of(Node node) {
        return new NodeMessage(new Properties(node.getProperties(READ)));
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
    public long position() {
        return (long) properties.number("position", 0);
    }

    @Override
    public String role() {
        return properties.text("role");
    }

    @Override
    public String speaker() {
        return (String) properties.map().get("speaker");
    }

    @Override
    public String text() {
        return properties.text("text");
    }

    @Override
    public Instant saidAt() {
        return properties.time("said_at", Instant.EPOCH);
    }

    @Override
    public String episodeId() {
        return (String) properties.map().get("episode_id");
    }
}
