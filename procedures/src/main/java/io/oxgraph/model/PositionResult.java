package io.oxgraph.model;

import java.time.ZonedDateTime;

/**
 * How far the changes are settled.
 *
 * @param position the number at and below which nothing is in flight any more
 * @param in_flight how many transactions are being committed
 * @param waiting_since since when the first of them is; null when there is none
 * @param database_id Neo4j's own id of the database's store
 */
public record PositionResult(long position, long in_flight, ZonedDateTime waiting_since, String database_id) {}
