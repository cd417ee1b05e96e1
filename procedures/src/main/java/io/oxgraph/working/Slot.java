package io.oxgraph.working;

import io.oxgraph.graph.Keys;
import io.oxgraph.working.PendingHeartbeats.Heartbeat;
import io.oxgraph.working.PendingHeartbeats.Heartbeat.Version;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * A slot of the working set, read from its node.
 *
 * @param userId '' where it is shared
 * @param value null when not read
 */
record Slot(Node node, Version version, String userId, String name, String value, long ttlSeconds, Instant expiresAt) {
    static final String VALUE = "value";
    static final String EXPIRES_AT = "expires_at";
    private static final String NAME = "name";
    private static final String USER_ID = "user_id";
    private static final String CONVERSATION_ID = "conversation_id";
    private static final String VERSION = "version";
    private static final String TTL_SECONDS = "ttl_seconds";
    private static final String[] ALL = {
        Keys.WORKSPACE_ID, Keys.ID, USER_ID, CONVERSATION_ID, VERSION, NAME, TTL_SECONDS, EXPIRES_AT, VALUE
    };
    private static final String[] BUT_VALUE = {
        Keys.WORKSPACE_ID, Keys.ID, USER_ID, CONVERSATION_ID, VERSION, NAME, TTL_SECONDS, EXPIRES_AT
    };

    static Slot of(Node node) {
        return of(node, node.getProperties(ALL));
    }

    static Slot withoutValue(Node node) {
        return of(node, node.getProperties(BUT_VALUE));
    }

    private static Slot of(Node node, Map<String, Object> properties) {
        Version version = new Version(
                text(properties, Keys.WORKSPACE_ID),
                text(properties, CONVERSATION_ID),
                text(properties, VERSION),
                text(properties, Keys.ID));
        return new Slot(
                node,
                version,
                text(properties, USER_ID),
                text(properties, NAME),
                (String) properties.get(VALUE),
                properties.get(TTL_SECONDS) instanceof Number ttl ? ttl.longValue() : 0,
                properties.get(EXPIRES_AT) instanceof ZonedDateTime time ? time.toInstant() : Instant.MIN);
    }

    private static String text(Map<String, Object> properties, String key) {
        return properties.get(key) instanceof String text ? text : "";
    }

    /** Whether it belongs to this conversation; ids alone could collide through separators in names. */
    boolean isOf(SlotOwner owner) {
        return version.conversationId().equals(owner.conversationId()) && userId.equals(owner.userId());
    }

    /** Its expiry: the stored one or that of the heartbeat (may be null), whichever is later. */
    Instant until(Heartbeat heartbeat) {
        return heartbeat != null && heartbeat.until().isAfter(expiresAt) ? heartbeat.until() : expiresAt;
    }

    void delete() {
        node.getRelationships().forEach(Relationship::delete);
        node.delete();
    }
}
