package io.oxgraph.model;

import java.time.ZonedDateTime;
import java.util.Map;

/** Result rows of the change feed. */
public final class ChangeResults {
    private ChangeResults() {}

    /**
     * A change of a memory node.
     *
     * @param rev revision of its last change or deletion
     * @param deleted whether it is deleted; then properties and document are null
     * @param properties served properties
     * @param document the properties as JSON
     */
    public record ChangeResult(
            long rev,
            String workspace_id,
            String id,
            String kind,
            boolean deleted,
            Map<String, Object> properties,
            String document) {}

    /**
     * The position of the change feed.
     *
     * @param position revision at and below which nothing is in flight
     * @param in_flight number of transactions in flight
     * @param waiting_since start of the oldest of them; null when there is none
     * @param database_id Neo4j's store id
     */
    public record PositionResult(long position, long in_flight, ZonedDateTime waiting_since, String database_id) {}
}
