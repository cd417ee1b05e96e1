package io.oxgraph.model;

import java.time.ZonedDateTime;

/**
 * A slot of the working set that is there.
 *
 * @param value JSON
 * @param expires_at when it goes unless it is read before
 */
public record SlotResult(String name, String value, ZonedDateTime expires_at) {}
