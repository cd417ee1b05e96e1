package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.EpisodeItem;
import io.oxgraph.recall.indexed.NodeMemory.Properties;
import java.time.Instant;
import org.neo4j.graphdb.Node;

/** A message read from its node. */
final class NodeMessage implements MessageItem {
    private static final String[] READ = {
        Keys.ID,
        Scope.USER_ID,
        Scope.AGENT_ID,
        "conversation_id",
        "position",
        "role",
        "speaker",
        "text",
        "said_at",
        "episode_id",
    };

    private final Properties properties;
    /** Null until they were asked for. */
    private TurnTraits traits;

    private NodeMessage(Properties properties) {
        this.properties = properties;
    }

    static NodeMessage of(Node node) {
        return new NodeMessage(new Properties(node.getProperties(READ)));
    }

    @Override
    public String id() {
        return properties.text(Keys.ID);
    }

    @Override
    public String userId() {
        return properties.text(Scope.USER_ID);
    }

    /** Whether it is read in a scope. */
    boolean isRead(Scope scope) {
        return scope.reads(userId(), properties.text(Scope.AGENT_ID));
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

    @Override
    public TurnTraits traits() {
        if (traits == null) {
            traits = TurnTraits.of(speaker(), text());
        }
        return traits;
    }

    /** An episode read from its node. */
    record NodeEpisode(Properties properties) implements EpisodeItem {
        private static final String[] READ = {
            Keys.ID, Scope.USER_ID, "conversation_id", "summary", "started_at", "ended_at", "turn_count",
        };

        static NodeEpisode of(Node node) {
            return new NodeEpisode(new Properties(node.getProperties(READ)));
        }

        @Override
        public String id() {
            return properties.text(Keys.ID);
        }

        @Override
        public String userId() {
            return properties.text(Scope.USER_ID);
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
}
